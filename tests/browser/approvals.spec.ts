import type { Locator, Page } from '@playwright/test';
import { aDelegation, aProfile } from '../support/approvals';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import {
  enter,
  enterAt,
  goByNavigation,
  notice,
  openPersonMenu,
  readIn,
  scripted,
  signInBeside
} from '../support/workspace-walk';

async function aTeam({ database }: World) {
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const point = await anOrgPoint(database, company, { name: 'Sales North' });
  const account = await anAccount(database, point, { name: 'Ada Holm', lastFour: '4711' });
  const row = (merchant: string, amount: string) =>
    aTransaction(database, account, { merchant, amount, state: 'reviewed' });
  return {
    company,
    point,
    small: await row('Quay Fuel', '61.20'),
    large: await row('Harbour Hotel', '2400.50'),
    O: await aUserAt(database, 'O', point, { firstName: 'Olaf', lastName: 'Berg' }),
    C: await aUserAt(database, 'C', company, { firstName: 'Clara', lastName: 'Dahl' }),
    D: await aUserAt(database, 'C', company, { firstName: 'Doris', lastName: 'Eng' })
  };
}

const level = (page: Page, number: number) => page.locator('fieldset.form-group').nth(number - 1);
const button = (page: Page, key: string) => page.getByRole('button', { name: text(key), exact: true });

const members = (group: Locator) => group.getByRole('combobox', { name: text('approval.level.members') });

/** Picks somebody by the beginning of the name. */
async function pick(page: Page, group: Locator, typed: string, name: string): Promise<void> {
  await members(group).fill(typed);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expect(group.getByRole('row', { name: new RegExp(name) })).toBeVisible();
}

test('C1.001 C6.028 CD.30 a company sets its approval levels; each approver is asked for theirs, and a delegate stands in', async ({
  page,
  world
}) => {
  test.slow();
  const { O, C, D, large } = await aTeam(world);
  await enter(page, world, C.userId);
  await goByNavigation(page, 'approval.profiles');
  await expect(page.locator('.empty')).toContainText(text('approval.profiles.none'));
  await expectAccessible(page);
  await page.getByRole('link', { name: text('approval.profile.new') }).click();

  // Faults appear at each field, and nothing typed is lost.
  await expect(page.getByRole('combobox', { name: text('approval.profile.company') })).toHaveValue('Harbour Works');
  await page.getByLabel(text('approval.profile.name'), { exact: false }).first().fill('Travel');
  await level(page, 1).getByLabel(text('approval.level.name')).fill('Team');
  await level(page, 1).getByLabel(text('approval.level.limit')).fill('1,000.00');
  await pick(page, level(page, 1), 'Olaf', 'Olaf Berg');
  await level(page, 2).getByLabel(text('approval.level.name')).fill('Finance');
  await level(page, 2).getByLabel(text('approval.level.limit')).fill('500');
  await members(level(page, 2)).fill('Nobody.there');
  await button(page, 'form.save').click();
  await expect(page.locator('main').getByRole('alert').first()).toContainText(text('approval.limit.not.above'));
  await level(page, 2).getByLabel(text('approval.level.limit')).fill('');
  await button(page, 'form.save').click();
  await expect(page.locator('main').getByRole('alert').first()).toContainText('Nobody.there');
  await expect(level(page, 1).getByRole('row', { name: /Olaf Berg/ })).toBeVisible();
  await expectAccessible(page);
  await pick(page, level(page, 2), 'clara', 'Clara Dahl');
  await button(page, 'form.save').click();
  await expect(notice(page)).toContainText(text('approval.profile.done.saved'));
  await expect(page.locator('main')).toContainText(text('approval.places.none'));
  await expectAccessible(page);

  const place = page.getByRole('combobox', { name: text('approval.place') });
  await place.fill('Harb');
  await expect(page.locator('[role=listbox] [role=option]').first()).toBeVisible();
  await place.press('Enter');
  await button(page, 'approval.place.add').click();
  await expect(notice(page)).toContainText(text('approval.profile.done.placed'));

  // Another user has saved it: the form says so and keeps the typed values.
  await world.database.query("UPDATE approval_profiles SET version = version + 1 WHERE name = 'Travel'");
  await page.locator('#form-name').fill('Trips');
  await button(page, 'form.save').click();
  await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
  await expect(page.locator('#form-name')).toHaveValue('Trips');
  await button(page, 'form.save').click();
  await expect(notice(page)).toContainText(text('approval.profile.done.saved'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trips');

  // The team's manager approves the small one, and sees who approves the large one.
  await enter(page, world, O.userId);
  await goByNavigation(page, 'approval.waiting');
  const waiting = page.locator('.queue-item');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText('Quay Fuel');
  await expectAccessible(page);
  await button(page, 'transaction.event.approve').click();
  await expect(page.locator('.empty')).toContainText(text('approval.queue.over'));
  await page.goto(world.at('tessera', `/workspace/transactions/${large.id}`));
  await expect(page.locator('.message-hint')).toContainText(
    text('transaction.approve.limit', { level: 'Finance', profile: 'Trips' })
  );
  await expect(button(page, 'transaction.event.approve')).toHaveCount(0);
  await expectAccessible(page);

  // Its approver is away.
  await enter(page, world, C.userId);
  await openPersonMenu(page);
  await page.getByRole('menuitem', { name: text('delegation.title'), exact: true }).click();
  await expect(page.locator('main')).toContainText(text('delegation.given.none'));
  const delegate = page.getByRole('combobox', { name: text('delegation.delegate') });
  await delegate.fill('Nobody.there');
  await button(page, 'delegation.add').click();
  await expect(page.locator('main').getByRole('alert').first()).toContainText(text('delegation.delegate.unknown'));
  await delegate.fill('eng');
  await page.getByRole('option', { name: /Doris Eng/ }).click();
  await expect(delegate).toHaveValue('Doris Eng');
  await page.getByLabel(text('delegation.reason')).fill('On leave');
  await button(page, 'delegation.add').click();
  await expect(notice(page)).toContainText(text('delegation.done.created'));
  await expect(page.locator('.records').first()).toContainText('Doris Eng');
  await expectAccessible(page);

  await enterAt(page, world, D.userId, '/workspace/approvals');
  await expect(page.locator('.queue-detail')).toContainText(text('transaction.approve.behalf', { name: 'Clara Dahl' }));
  await page.getByRole('link', { name: text('approval.queue.open') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Hotel');
  await button(page, 'transaction.event.approve').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(text('transaction.approve.behalf', { name: 'Clara Dahl' }));
  await dialog.getByRole('button', { name: text('transaction.event.approve') }).click();
  await expect(notice(page)).toContainText(text('transaction.done.approve'));
  await expect(page.locator('.history')).toContainText(text('transaction.history.behalf', { name: 'Clara Dahl' }));

  await enterAt(page, world, C.userId, '/workspace/approvals/delegation');
  await button(page, 'delegation.withdraw').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('delegation.withdraw') })
    .click();
  await expect(notice(page)).toContainText(text('delegation.done.withdrawn'));
  await expect(page.locator('.records').first()).toContainText(text('delegation.state.withdrawn'));
});

test('CD.30 C9.031 an approver goes through the queue by keys: moves, approves, takes back, sends back with a comment', async ({
  page,
  world
}) => {
  test.slow();
  const { O, small, large } = await aTeam(world);
  await enterAt(page, world, O.userId, '/workspace/approvals');
  await scripted(page);
  const items = page.locator('.queue-item');
  const current = items.filter({ has: page.locator('[aria-current="true"]') });
  const toast = page.locator('.toast');
  await expect(items).toHaveCount(2);
  const first = String(await current.locator('.queue-name').textContent());
  await page.keyboard.press('j');
  await expect(current).not.toContainText(first);
  await page.keyboard.press('k');
  await expect(current).toContainText(first);
  await expectAccessible(page);
  await keepPicture(page, 'approvals-queue');

  // Approved, taken back by the toast, and approved again; the focus follows.
  await page.keyboard.press('a');
  await expect(items).toHaveCount(1);
  await expect(toast).toContainText(first);
  await expect(current.locator('.queue-name')).toBeFocused();
  await toast.getByRole('button', { name: text('undo') }).click();
  await expect(items).toHaveCount(2);
  await expect(current).toContainText(first);
  await expect(current.locator('.queue-name')).toBeFocused();
  await page.keyboard.press('a');
  await expect(items).toHaveCount(1);

  // Without a comment nothing is sent back; what another approver did meanwhile refuses it, and loses no comment.
  await page.keyboard.press('r');
  const reason = page.getByLabel(text('approval.queue.reason'));
  await expect(reason).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: text('approval.queue.reason.missing') })).toBeVisible();
  await expectAccessible(page);
  const last = first === 'Quay Fuel' ? large : small;
  await world.database.query('UPDATE transactions SET version = version + 1 WHERE id = $1', [last.id]);
  await reason.fill('The receipt is missing');
  await page.keyboard.press('Enter');
  await expect(items.getByRole('alert')).toBeVisible();
  // Refused until the page has the other approver's version, which comes with the answer.
  const name = last === small ? 'Quay Fuel' : 'Harbour Hotel';
  const sent = toast.filter({ hasText: text('approval.queue.done.send_back', { name }) });
  await expect(async () => {
    if (await sent.isVisible()) return;
    await page.keyboard.press('r');
    await expect(reason).toHaveValue('The receipt is missing', { timeout: 2_000 });
    await page.keyboard.press('Enter');
    await expect(sent).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.locator('.empty')).toContainText(text('approval.queue.over'));
  await expectAccessible(page);
  await page.goto(world.at('tessera', `/workspace/transactions/${last.id}`));
  await expect(page.locator('.history')).toContainText('The receipt is missing');
});

for (const [brand, locale, width] of [
  ['norrvik', 'en_US', 1280],
  ['asanagi', 'ja', 375]
] as const)
  test(`approvals on ${brand} in ${locale} at ${width} px are accessible and fit`, async ({ page, world }) => {
    const { company, point, large, O, C, D } = await aTeam(world);
    const levels = [
      { name: 'Team', limit: '1000', members: [O.id] },
      { name: 'Finance', limit: '50000', members: [C.id, D.id] },
      { name: 'Board', members: [D.id] }
    ];
    const id = await aProfile(world.database, company, { name: 'Travel', levels, places: [company, point] });
    const as = (person: typeof O) => ({ issuerId: person.issuerId, userId: person.id });
    await aDelegation(world.database, { from: as(C), to: as(D) });
    await aDelegation(world.database, { from: as(D), to: as(C), lastDay: '2099-01-01', firstDay: '2098-12-01' });
    await page.setViewportSize({ width, height: 900 });
    const look = async (paths: string[]) => {
      await readIn(locale, page, world, brand);
      for (const path of paths) {
        await page.goto(world.at(brand, path));
        await expectAccessible(page);
        await expectFits(page);
        await keepPicture(page, `${brand}-${width}-${path.replaceAll(/[^a-z]/gi, '').slice(9, 40)}`);
      }
    };
    await signInBeside(page, world, O.userId, brand);
    await look([`/workspace/transactions/${large.id}`]);
    await signInBeside(page, world, C.userId, brand);
    const profiles = '/workspace/approvals/profiles';
    await look([
      ...['/workspace/approvals', '/workspace/approvals/list', '/workspace/approvals/delegation'],
      ...[profiles, `${profiles}/new`, `${profiles}/${id}`]
    ]);
  });
