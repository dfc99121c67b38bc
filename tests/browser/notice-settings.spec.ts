import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, notice, scripted } from '../support/workspace-walk';

test('C2.027 a person chooses in the profile how notices come: at once, in one mail a day, or in the inbox, and quiet hours', async ({
  page,
  world
}) => {
  const { database } = world;
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const C = await aUserAt(database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enterAt(page, world, C.userId, '/workspace/profile');
  await scripted(page);
  const part = page.getByRole('region', { name: text('profile.notices'), exact: true });
  const alerts = part.getByRole('combobox', { name: text('alert.title') });
  await expect(alerts).toHaveValue('mail');
  for (const label of ['area.approvals', 'dispute.title', 'notice.group.messages'] as const)
    await expect(part.getByRole('combobox', { name: text(label) })).toBeVisible();
  // One list: the channels of a kind stand in its row.
  const row = part.getByRole('row', { name: text('alert.title') });
  await expect(
    row.getByRole('combobox', { name: `${text('alert.title')}: ${text('notice.channel.mail')}` })
  ).toHaveValue('mail');
  await expect(
    row.getByRole('checkbox', { name: `${text('alert.title')}: ${text('notice.channel.browser')}` })
  ).toBeChecked();
  await expect(part.getByRole('row')).toHaveCount(10);
  await part.getByRole('combobox', { name: text('notice.group.messages') }).selectOption('digest');
  await expectAccessible(page);

  // By keyboard: the next way of alerts is the daily mail.
  await alerts.focus();
  await page.keyboard.press('ArrowDown');
  await expect(alerts).toHaveValue('digest');
  await part.getByLabel(text('notice.digest.hour')).selectOption('8');
  await part.getByLabel(text('notice.quiet.from')).selectOption('22');
  await part.getByRole('button', { name: text('form.save') }).click();
  await expect(part.getByRole('alert').first()).toBeVisible();
  await part.getByLabel(text('notice.quiet.until')).selectOption('7');
  await keepPicture(page, 'profile-notices');
  await part.getByRole('button', { name: text('form.save') }).click();
  await expect(notice(page)).toContainText(text('profile.notices.saved'));

  await page.setViewportSize({ width: 375, height: 800 });
  await page.reload();
  await expect(alerts).toHaveValue('digest');
  await expect(part.getByLabel(text('notice.quiet.from'))).toHaveValue('22');
  await expect(part.getByRole('combobox', { name: text('notice.group.messages') })).toHaveValue('digest');
  await expectFits(page);
  await expectAccessible(page);
  await part.scrollIntoViewIfNeeded();
  await keepPicture(page, 'profile-notices-375');
});
