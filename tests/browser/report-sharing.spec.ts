import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { chooseAction, enterAt, scripted } from '../support/workspace-walk';

test('issue 18 C3.035 C6.027 an administrator shares a report with a person and a place, who see their own rows until it ends', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const department = await anOrgPoint(world.database, company, { name: 'Harbour Office' });
  await aTransaction(world.database, await anAccount(world.database, department), { merchant: 'Near Café' });
  await aTransaction(world.database, await anAccount(world.database, company), { merchant: 'Far Hotel' });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await aUserAt(world.database, 'C', company, { firstName: 'Dorte', lastName: 'Lund' });
  const O = await aUserAt(world.database, 'O', department, { firstName: 'Olav', lastName: 'Strand' });
  const id = randomUUID();
  await world.database.query(
    `INSERT INTO report_definitions (issuer_id, id, owner_user_id, name, data_set, columns, created_at, updated_at)
     VALUES ($1, $2, $3, 'Where we spend', 'transactions', '{merchantName,billedAmount}', now(), now())`,
    [C.issuerId, id, C.id]
  );
  await enterAt(page, world, C.userId, `/workspace/reports/${id}`);
  await chooseAction(page, text('report.sharing.open'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('report.sharing'));
  await expect(page.getByText(text('report.sharing.none'))).toBeVisible();
  await scripted(page);

  // A fault shows at its field; then a person by name, and a place with a role.
  const submit = page.getByRole('main').getByRole('button', { name: text('report.sharing.open'), exact: true });
  await submit.click();
  await expect(page.getByRole('alert', { name: text('required.fields.missing') })).toBeVisible();
  await page.getByRole('combobox', { name: text('report.sharing.people') }).pressSequentially('Dor');
  await page.getByRole('option', { name: /Dorte Lund/ }).click();
  await page.getByRole('checkbox', { name: text('report.sharing.may.change') }).check();
  await expectAccessible(page);
  await keepPicture(page, 'report-sharing-person');
  await submit.click();
  const shares = page.getByRole('region', { name: text('report.sharing.with') });
  await expect(shares.getByRole('row', { name: /Dorte Lund/ })).toContainText(text('report.sharing.change'));
  await scripted(page);
  await page.getByRole('radio', { name: text('report.sharing.place') }).check();
  await page.getByRole('combobox', { name: text('report.sharing.place') }).pressSequentially('Harb');
  await page.getByRole('option', { name: /Harbour Office/ }).click();
  await page.getByRole('checkbox', { name: text('role.O') }).check();
  await submit.click();
  await expect(shares.getByRole('row', { name: /Harbour Office/ })).toContainText(text('report.sharing.run'));
  await expectAccessible(page);
  await keepPicture(page, 'report-sharing');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'report-sharing-375');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Its reader finds it, with the rows of their own place alone, and can't change it.
  await enterAt(page, world, O.userId, '/workspace/reports');
  const shared = page.getByRole('region', { name: text('report.shared') });
  await expect(shared).toContainText(text('report.sharing.by', { name: 'Carla Berg' }));
  await shared.getByRole('link', { name: 'Where we spend' }).click();
  const preview = page.locator('section[aria-labelledby="preview-heading"]');
  await expect(preview).toContainText('Near Café');
  await expect(preview).not.toContainText('Far Hotel');
  await expect(page.getByText(text('report.change'), { exact: true })).toHaveCount(0);
  await keepPicture(page, 'report-shared');

  // It ends by the keyboard, and the report is gone for its reader.
  await enterAt(page, world, C.userId, `/workspace/reports/${id}/sharing`);
  await scripted(page);
  await shares
    .getByRole('row', { name: /Harbour Office/ })
    .getByRole('button')
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: text('audit.action.report.unshared') })).toBeVisible();
  await expect(shares.getByRole('row', { name: /Harbour Office/ })).toHaveCount(0);
  await enterAt(page, world, O.userId, `/workspace/reports/${id}`);
  await expect(page.getByRole('main')).toContainText(text('report.not.permitted'));
});
