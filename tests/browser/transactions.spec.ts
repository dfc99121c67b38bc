import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { sendForm } from '../support/page-forms';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import {
  enter,
  enterAt,
  listedRows,
  notice,
  readIn,
  reviewHere,
  scripted,
  signInBeside
} from '../support/workspace-walk';

async function aMonth({ database }: World) {
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const point = await anOrgPoint(database, company, { name: 'Sales North' });
  const account = await anAccount(database, point, { name: 'Ada Holm', lastFour: '4711' });
  const scheme = await aScheme(database, company);
  const hotel = await aTransaction(database, account, {
    merchant: 'Harbour Hotel',
    amount: '240.50',
    taxAmount: '40.08'
  });
  const fuel = await aTransaction(database, account, {
    merchant: 'Quay Fuel',
    amount: '61.20',
    category: '5541',
    postingDate: '2026-03-12'
  });
  return {
    scheme,
    hotel,
    fuel,
    A: await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' }),
    O: await aUserAt(database, 'O', point, { firstName: 'Olaf', lastName: 'Berg' })
  };
}

test('C2.005 the home page shows the work that waits, with a link to it', async ({ page, world }) => {
  const { A, O } = await aMonth(world);
  await enter(page, world, A.userId);
  const waiting = page.getByRole('region', { name: text('home.waiting') });
  const tasks = waiting.getByRole('listitem');
  await expect(tasks).toHaveCount(2);
  await expect(tasks.first()).toContainText('2 transactions to review');
  await expect(tasks.first()).toContainText('EUR 301.70');
  await expect(tasks.last()).toContainText('2 transactions without a receipt');
  await keepPicture(page, 'home-cardholder');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  const button = waiting.getByRole('link', { name: text('home.do.review'), exact: true });
  await expect(button).toHaveAccessibleDescription('2 transactions to review');
  await button.press('Enter');
  await expect(page).toHaveURL(/\/workspace\/transactions\?state=open$/);
  await expect(listedRows(page)).toHaveCount(2);

  // Nothing is reviewed yet, so the approver has no work.
  await page.context().clearCookies();
  await enter(page, world, O.userId);
  await expect(waiting).toContainText(text('home.waiting.none'));
});

test('C2.016 C2.015 C4.004 a cardholder codes, splits and reviews a charge, which the manager approves and sends back', async ({
  page,
  world
}) => {
  test.slow();
  const { A, O, hotel } = await aMonth(world);
  await enter(page, world, A.userId);
  await page
    .locator('.side')
    .getByRole('link', { name: text('transaction.title'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('transaction.title'));
  await expect(listedRows(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Harbour Hotel' }).click();
  await page.getByRole('link', { name: text('listing.panel.page') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Hotel');
  await expect(page.locator('.page-detail')).toContainText('EUR 240.50');
  await expectAccessible(page);

  // Without its required code it is saved but not reviewed.
  await page.locator('[name=purpose]').fill('Trade fair in Hamburg');
  await reviewHere(page);
  await expect(page.locator('main').getByRole('alert').first()).toContainText('Cost center is missing or invalid');
  await expect(page.locator('[name=purpose]')).toHaveValue('Trade fair in Hamburg');

  // In two parts, each with its codes; the project follows the cost center.
  await page.getByRole('button', { name: text('allocation.add') }).click();
  const fieldset = page.locator('fieldset.split');
  await expect(fieldset).toHaveCount(2);
  await page.getByRole('button', { name: text('allocation.by.percent'), exact: true }).click();
  const part = (index: number, name: string) => fieldset.nth(index).getByLabel(name);
  const listed = (index: number, name: string) => fieldset.nth(index).getByRole('combobox', { name });
  await part(0, text('allocation.percent')).fill('60');
  await part(1, text('allocation.percent')).fill('30');
  for (const [index, typed] of [
    [0, 'sal'],
    [1, 'F200']
  ] as const) {
    await listed(index, 'Cost center').fill(typed);
    await expect(page.locator('[role=listbox] [role=option]').first()).toBeVisible();
    await listed(index, 'Cost center').press('Enter');
  }
  await listed(0, 'Project').fill('fair');
  await page.locator('[role=listbox] [role=option]', { hasText: 'Trade fair' }).click();
  await reviewHere(page);
  await expect(page.locator('main').getByRole('alert').filter({ hasText: 'They total 90' })).toBeVisible();
  await expect(part(0, text('allocation.percent'))).toHaveValue('60');
  await expectAccessible(page);
  await part(1, text('allocation.percent')).fill('40');
  await reviewHere(page);
  await expect(notice(page)).toContainText(text('transaction.done.review'));
  await expect(page.getByRole('cell', { name: 'EUR 144.30' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'EUR 96.20' })).toBeVisible();
  await expect(page.getByRole('button', { name: text('transaction.event.approve') })).toHaveCount(0);

  await enterAt(page, world, O.userId, `/workspace/transactions/${hotel.id}`);
  await scripted(page);
  await page.getByRole('button', { name: text('transaction.event.approve'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('transaction.event.approve') }).click();
  await expect(notice(page)).toContainText(text('transaction.done.approve'));
  await page.getByRole('button', { name: text('transaction.event.send_back'), exact: true }).click();
  await dialog.getByRole('button', { name: text('transaction.event.send_back') }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel(text('transaction.reason')).fill('The receipt is missing');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('transaction.event.send_back') }).click();
  await expect(notice(page)).toContainText(text('transaction.done.send_back'));
  await expect(page.locator('.history')).toContainText('The receipt is missing');
});

test('C2.016 a row opens beside the list by keyboard, the panel goes through the list, and an act stays there', async ({
  page,
  world
}) => {
  const { A, hotel, fuel } = await aMonth(world);
  await enterAt(page, world, A.userId, '/workspace/transactions?state=open');
  await expect(page.locator('.listing[data-ready]')).toBeVisible();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const link = (name: string) => listedRows(page).getByRole('link', { name });
  // The rows come after the list, and their keys with them.
  await scripted(page, '.listing-scroll tbody tr');
  await page.keyboard.press('j');
  await expect(link('Harbour Hotel')).toBeFocused();
  await page.keyboard.press('j');
  await expect(link('Quay Fuel')).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: 'Select Harbour Hotel' })).toBeChecked();
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await expect(panel('Harbour Hotel')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`state=open&open=${hotel.id}$`));
  await expectAccessible(page);
  await keepPicture(page, 'beside-the-list');
  await page.keyboard.press('j');
  await expect(panel('Quay Fuel')).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`open=${fuel.id}$`));

  // What is typed is not lost by going on; what is saved and not reviewed says so in the panel.
  await page.keyboard.press('e');
  await expect(page.locator('[name=purpose]')).toBeFocused();
  await page.keyboard.type('jk');
  await link('Harbour Hotel').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button').first().click();
  await expect(page.locator('[name=purpose]')).toHaveValue('jk');
  await reviewHere(page);
  await expect(panel('Quay Fuel').getByRole('alert').first()).toContainText('Cost center');
  await page.keyboard.press('Escape');
  await expect(panel('Quay Fuel')).toHaveCount(0);
  await expect(link('Quay Fuel')).toBeFocused();

  // Back closes the panel; on a narrower screen the row opens its page.
  await link('Harbour Hotel').click();
  await expect(panel('Harbour Hotel')).toBeVisible();
  await page.goBack();
  await expect(panel('Harbour Hotel')).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 800 });
  await link('Harbour Hotel').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Hotel');
});

test('C4.004 ticked charges are changed with their sum in view, without a question if a toast can take it back', async ({
  page,
  world: { at, database, ...world }
}) => {
  const account = await anAccount(database, await aCompany(database, await anIssuer(database)), { name: 'Ada Holm' });
  await aTransaction(database, account, { merchant: 'Harbour Hotel', amount: '240.50', state: 'reviewed' });
  const fuel = await aTransaction(database, account, { merchant: 'Quay Fuel', amount: '61.20' });
  const stateOf = async () =>
    (await database.query<{ state: string }>('SELECT state::text FROM transactions WHERE id = $1', [fuel.id]))[0]
      ?.state;
  const { userId } = await aUserAt(database, 'A', account);
  await enterAt(page, { at, database, ...world }, userId, '/workspace/transactions');
  await expect(page.locator('.listing[data-ready]')).toBeVisible();
  const bar = page.getByRole('region', { name: text('listing.with.selected') });
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: text('listing.select.all') }).check();
  await expect(bar.getByRole('status')).toHaveText('2 selected · EUR 301.70');
  await expectAccessible(page);
  await keepPicture(page, 'bulk-bar');
  await bar.getByRole('button', { name: `${text('transaction.event.review')} 1 of 2` }).click();
  const toast = page.locator('.toast');
  await expect(toast).toContainText('1 record');
  await expect(page.locator('.listing-rows > .message')).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  await expect.poll(stateOf).toBe('reviewed');
  await toast.getByRole('button', { name: text('undo') }).click();
  await expect.poll(stateOf).toBe('open');
  await expect(page.getByRole('row', { name: /Quay Fuel/ })).toContainText(text('transaction.state.open'));

  // The same by one key on a row.
  await page.getByRole('link', { name: 'Quay Fuel' }).focus();
  await page.keyboard.press('a');
  await expect.poll(stateOf).toBe('reviewed');
});

test('C4.006 of two approvers who decide on a transaction at once the second sees its new state, with and without script', async ({
  page,
  world
}) => {
  const { O, hotel, fuel } = await aMonth(world);
  await world.database.query(
    "UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $2 WHERE id = $1",
    [hotel.id, O.id]
  );
  const path = `/workspace/transactions/${hotel.id}`;
  const other = new PortalClient(world.server.port, 'tessera.localhost');
  await other.signIn(O.userId, PASSWORD);
  await enterAt(page, world, O.userId, path);
  await scripted(page);
  const approved = await sendForm(other, path, { event: 'approve' });
  expect([approved.status, approved.headers.location]).toEqual([303, `${path}?done=approve`]);
  await page.getByRole('button', { name: text('transaction.event.approve'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('transaction.event.approve') }).click();
  const told = page.locator('main').getByRole('alert');
  await expect(told).toHaveText(text('transaction.done.changed'));
  await expect(told).toBeFocused();
  await expect(page.locator('.page-detail')).toContainText(text('transaction.state.approved'));
  await expect(dialog).toBeHidden();
  const late = await sendForm(other, path, { event: 'send_back', version: '1', reason: 'Late' });
  expect([late.status, late.headers.location]).toEqual([303, `${path}?done=changed`]);
  const edit = { purpose: 'Late', id: hotel.id };
  const edited = await sendForm(other, `/workspace/transactions/${fuel.id}`, edit);
  expect([edited.status, edited.headers.location]).toEqual([303, `${path}?done=changed`]);
  expect((await other.call(`${path}?done=changed`)).body).toContain(text('transaction.done.changed'));
});

for (const [brand, locale, width] of [
  ['norrvik', 'en_US', 1280],
  ['asanagi', 'ja', 375]
] as const)
  test(`transactions on ${brand} in ${locale} at ${width} px are accessible and fit`, async ({ page, world }) => {
    const { A, hotel } = await aMonth(world);
    await page.setViewportSize({ width, height: 900 });
    await signInBeside(page, world, A.userId, brand);
    await readIn(locale, page, world, brand);
    for (const path of ['/workspace/transactions', `/workspace/transactions/${hotel.id}`]) {
      await page.goto(world.at(brand, path));
      await expectAccessible(page);
      await expectFits(page);
      await keepPicture(page, `${brand}-${width}-${path.replaceAll(/[^a-z=&]/gi, '').slice(-20)}`);
    }
  });
