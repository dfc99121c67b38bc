import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, notice, readIn, scripted, signInBeside, tabTo } from '../support/workspace-walk';

/** Three charges of one cardholder, the newest first: rail, hotel, fuel. */
async function aMonth({ database }: World) {
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const account = await anAccount(database, company, { name: 'Ada Holm', lastFour: '4711' });
  const scheme = await aScheme(database, company);
  const charge = (merchant: string, amount: string, postingDate: string, taxAmount: string | null = null) =>
    aTransaction(database, account, { merchant, amount, postingDate, taxAmount });
  const rail = await charge('Nordic Rail', '100.00', '2026-03-20', '16.67');
  const hotel = await charge('Harbour Hotel', '240.50', '2026-03-15');
  const fuel = await charge('Quay Fuel', '61.20', '2026-03-12');
  const A = await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const C = await aUserAt(database, 'C', company, { firstName: 'Carla', lastName: 'Wood' });
  return { company, account, scheme, rail, hotel, fuel, A, C };
}

/** A cell of the quick coding's grid, both counted from 0. */
const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row}/${column}"]`);

/** The page handles shortcuts only shortly after it appears. */
async function listening(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('form.split-form')?.hasAttribute('data-scripted'));
}

test('C1.002 C5.032 C9.031 by keyboard alone a charge is split in three by percentage, coded, saved and reviewed, and the next one stands there', async ({
  page,
  world
}) => {
  test.slow();
  const { A, rail, hotel } = await aMonth(world);
  await enterAt(page, world, A.userId, `/workspace/transactions/${rail.id}`);
  await listening(page);
  const part = (index: number) => page.locator('fieldset.split').nth(index);
  const percent = (index: number) => part(index).getByLabel(text('allocation.percent'));

  await page.keyboard.press('Alt+Enter');
  await expect(part(0).getByLabel(text('allocation.amount'), { exact: true })).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  await expect(page.locator('fieldset.split')).toHaveCount(3);
  await expect(part(2).getByLabel(text('allocation.amount'), { exact: true })).toHaveValue('33.34');
  await tabTo(page, page.getByRole('button', { name: text('allocation.by.percent'), exact: true }));
  await page.keyboard.press('Space');
  await expect(percent(2)).toHaveValue('33.34');

  // 50, 30 and the remainder, by arrow keys and Enter.
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, percent(0), { back: true, most: 60 });
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(percent(1)).toBeFocused();
  await page.keyboard.type('30');
  await expect(page.locator('.split-totals')).toContainText('Over by 13.34%');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('19');
  await expect(page.locator('.split-totals')).toContainText('1% left');
  await tabTo(page, page.getByRole('button', { name: text('allocation.rest') }));
  await page.keyboard.press('Enter');
  await expect(percent(2)).toHaveValue('20');
  await expect(percent(2)).toBeFocused();
  await expect(page.locator('.split-totals')).toContainText(text('allocation.settled'));
  await expect(part(2)).toContainText('EUR 20.00');

  // Removed and restored.
  await tabTo(page, percent(1), { back: true, most: 60 });
  await page.keyboard.press('Alt+Delete');
  await expect(page.locator('fieldset.split')).toHaveCount(2);
  await expect(page.getByRole('button', { name: text('undo') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(percent(1)).toHaveValue('30');
  await expect(percent(1)).toBeFocused();

  await tabTo(page, percent(0), { back: true });
  for (const [index, typed] of ['s100', 'F200', 'S100'].entries()) {
    await tabTo(page, part(index).getByRole('combobox', { name: 'Cost center' }));
    await page.keyboard.type(typed);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('ControlOrMeta+S');
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  await listening(page);
  await expect(part(1).getByRole('combobox', { name: 'Cost center' })).toHaveValue('F200');
  await expect(percent(0)).toHaveValue('50');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page).toHaveURL(new RegExp(hotel.id));
  await expect(notice(page)).toContainText(text('transaction.done.review.next'));
  const [state] = await world.database.query<{ state: string; taxes: string }>(
    `SELECT t.state::text AS state, (SELECT sum(tax_amount)::text FROM allocations a WHERE a.transaction_id = t.id) AS taxes
     FROM transactions t WHERE id = $1`,
    [rail.id]
  );
  expect(state).toEqual({ state: 'reviewed', taxes: '16.6700' });
});

test('C5.034 a wrong total is reported at its field, and without script every step is a post', async ({
  browser,
  world
}) => {
  test.slow();
  const { A, hotel } = await aMonth(world);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await enterAt(page, world, A.userId, `/workspace/transactions/${hotel.id}`);
  await page.getByLabel(text('transaction.purpose')).fill('Fair');
  await page.getByRole('button', { name: text('allocation.add') }).click();
  await expect(page.locator('fieldset.split')).toHaveCount(2);
  await expect(page.getByLabel(text('transaction.purpose'))).toHaveValue('Fair');
  const amount = (index: number) =>
    page.locator('fieldset.split').nth(index).getByLabel(text('allocation.amount'), { exact: true });
  await expect(amount(1)).toHaveValue('120.25');
  await amount(0).fill('100');
  await amount(1).fill('abc');
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(page.locator('fieldset.split').nth(1).locator('.field-error').first()).not.toBeEmpty();
  await amount(1).fill('40');
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(page.locator('main').getByRole('alert').first()).toContainText('100.5 EUR remains');
  await page.getByRole('button', { name: text('allocation.rest') }).click();
  await expect(amount(1)).toHaveValue('140.50');
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  await context.close();
});

test('C1.002 C5.032 the editor of splits keeps what was typed through adding, removing, bringing back, switching the unit and applying a profile', async ({
  page,
  world
}) => {
  test.slow();
  const { A, rail } = await aMonth(world);
  await enterAt(page, world, A.userId, `/workspace/transactions/${rail.id}`);
  await listening(page);
  const split = (index: number) => page.locator('[data-split]').nth(index);
  const center = (index: number) => split(index).getByRole('combobox', { name: 'Cost center' });
  const described = (index: number) => split(index).getByLabel(text('allocation.description'));
  const amount = (index: number) => split(index).getByLabel(text('allocation.amount'), { exact: true });
  const tax = (index: number) => split(index).getByLabel(text('allocation.tax'), { exact: true });
  await page.getByLabel(text('transaction.purpose')).fill('Fair in Hamburg');
  await center(0).fill('S100');
  await described(0).fill('will it stay');
  await page.getByRole('button', { name: text('allocation.add') }).click();
  await expect(page.locator('fieldset.split')).toHaveCount(2);
  await expect(center(0)).toHaveValue('S100');
  await expect(described(0)).toHaveValue('will it stay');

  // The last other split is removed and restored: both keep their values.
  await center(1).fill('F200');
  await described(1).fill('this one, too');
  await split(1)
    .getByRole('button', { name: text('allocation.remove', { number: '2' }) })
    .click();
  await expect(page.locator('fieldset.split')).toHaveCount(0);
  await expect(center(0)).toHaveValue('S100');
  await described(0).fill('will it really stay');
  await page.getByRole('button', { name: text('undo') }).click();
  await expect(described(0)).toHaveValue('will it really stay');
  await expect(described(1)).toHaveValue('this one, too');
  await expect(center(1)).toHaveValue('F200');

  // Amounts and taxes as typed are there again after a look at the percentages.
  await amount(0).fill('33.331');
  await amount(1).fill('abc');
  await tax(0).fill('5.00');
  await page.getByRole('button', { name: text('allocation.by.percent'), exact: true }).click();
  await expect(split(0).getByLabel(text('allocation.percent'))).toHaveValue('33.33');
  await page.getByRole('button', { name: text('allocation.by.amount'), exact: true }).click();
  await expect(amount(0)).toHaveValue('33.331');
  await expect(amount(1)).toHaveValue('abc');
  await expect(tax(0)).toHaveValue('5.00');

  // A refusal keeps all values, and a profile leaves those it doesn't set.
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
  await expect(described(0)).toHaveValue('will it really stay');
  await expect(center(1)).toHaveValue('F200');
  await amount(0).fill('60');
  await amount(1).fill('40');
  await tax(0).fill('');
  await described(0).fill('');
  await described(1).fill('');
  await page.locator('.split-profiles summary').click();
  await page.getByLabel(text('split.profile.name')).fill('Sixty forty');
  await page.getByRole('button', { name: text('split.profile.keep') }).click();
  await expect(page.locator('.message-success')).toContainText('Sixty forty');
  // Only the profile is saved: leaving the page asks.
  await page
    .getByRole('link', { name: text('transaction.title') })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button').first().click();
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  await listening(page);
  await described(0).fill('my own words');
  await page.locator('.split-profiles summary').click();
  await page.getByRole('button', { name: text('split.profile.apply') }).click();
  await expect(split(0).getByLabel(text('allocation.percent'))).toHaveValue('60');
  await expect(center(0)).toHaveValue('S100');
  await expect(described(0)).toHaveValue('my own words');
  await expect(page.getByLabel(text('transaction.purpose'))).toHaveValue('Fair in Hamburg');
});

test('C4.005 C9.031 saving and reviewing without a required code reports that it is saved and why it is not reviewed, with and without script', async ({
  browser,
  page,
  world
}) => {
  test.slow();
  const { A, hotel, rail } = await aMonth(world);
  const refused = async (at: Page, id: string) => {
    await at.goto(world.at('tessera', `/workspace/transactions/${id}`));
    await at.getByLabel(text('transaction.purpose')).fill('Fair');
    await at.getByRole('button', { name: text('transaction.review.next'), exact: true }).click();
    await expect(at.locator('main').getByRole('alert').first()).toContainText(
      text('transaction.done.unreviewed', { reason: text('transaction.codes.invalid', { code: 'Cost center' }) })
    );
    await expect(at.getByLabel(text('transaction.purpose'))).toHaveValue('Fair');
    await expect(at.locator('.history')).toContainText(text('audit.action.transaction.allocated'));
  };
  await enter(page, world, A.userId);
  await refused(page, rail.id);
  await expectAccessible(page);
  // Nothing is unsaved, so leaving asks nothing.
  await page
    .getByRole('link', { name: text('transaction.title') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/workspace\/transactions(\?|$)/);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  await enter(bare, world, A.userId);
  await refused(bare, hotel.id);
  await context.close();

  // The faults of the next attempt replace the earlier notice.
  await refused(page, rail.id);
  const before = page.locator('main').getByRole('alert').filter({ hasText: 'Cost center' });
  await expect(before).toHaveCount(1);
  await page.getByLabel('Cost center').fill('no such code');
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(page.locator('main .message-problem h2')).toBeVisible();
  await expect(page.locator('main .message-problem')).toHaveCount(1);
  page.once('dialog', (dialog) => dialog.accept());

  // In the grid: saved, with the reason it is not reviewed; nothing is unsaved.
  await page.goto(world.at('tessera', '/workspace/transactions/code'));
  await scripted(page);
  await cell(page, 2, 1).click();
  await page.keyboard.type('Fuel for the fair');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await expect(cell(page, 2, 5)).toContainText(text('coding.saved'));
  await expect(cell(page, 2, 2).locator('.field-error')).toContainText('Cost center');
  await page.getByRole('link', { name: 'Harbour Hotel' }).click();
  await expect(page).toHaveURL(new RegExp(hotel.id));
});

test('C6.025 C5.033 splits are saved as a profile, which a colleague applies and cannot change', async ({
  page,
  world
}) => {
  test.slow();
  const { A, C, hotel, fuel } = await aMonth(world);
  await enterAt(page, world, A.userId, `/workspace/transactions/${hotel.id}`);
  await listening(page);
  await page.getByRole('button', { name: text('allocation.add') }).click();
  const center = (index: number) =>
    page.locator('fieldset.split').nth(index).getByRole('combobox', { name: 'Cost center' });
  await center(0).fill('S100');
  await center(1).fill('F200');
  await page.locator('.split-profiles summary').click();
  await page.getByLabel(text('split.profile.name')).fill('Half and half');
  await page.getByRole('button', { name: text('split.profile.keep') }).click();
  await expect(page.locator('.message-success')).toContainText('Half and half');

  await enterAt(page, world, C.userId, '/workspace/transactions/profiles');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Half and half' }).click();
  await expect(page.getByRole('cell', { name: 'F200' })).toBeVisible();
  await expect(page.getByRole('button', { name: text('form.save'), exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: text('split.profile.delete') })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(world.at('tessera', `/workspace/transactions/${fuel.id}`));
  await listening(page);
  await page.locator('.split-profiles summary').click();
  await page.getByRole('button', { name: text('split.profile.apply') }).click();
  await expect(center(1)).toHaveValue('F200');
  await page.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  await page.goto(world.at('tessera', '/workspace/transactions/profiles/new'));
  await expectAccessible(page);
});

test('C2.015 many charges are allocated at once from the list: selection, values, confirmation and outcome', async ({
  page,
  world
}) => {
  const { account, C, rail } = await aMonth(world);
  await aTransaction(world.database, account, { merchant: 'Late Hotel', state: 'approved', postingDate: '2026-03-11' });
  await enterAt(page, world, C.userId, '/workspace/transactions');
  const allocateAll = page.getByRole('button', { name: text('allocation.mass') });
  await expect(async () => {
    await page.locator('thead input[type=checkbox]').check();
    await allocateAll.click();
    await expect(page).toHaveURL(/transactions\/allocate/, { timeout: 3_000 });
  }).toPass();
  // Of the four that are ticked, the approved one stays behind.
  await expect(page.locator('main')).toContainText('Selected3');
  await expectAccessible(page);
  await page.getByRole('button', { name: text('allocation.mass.check') }).click();
  await expect(page.locator('main').getByRole('alert').first()).toContainText(text('allocation.mass.nothing'));
  await page.getByRole('combobox', { name: 'Cost center' }).fill('F200');
  await page.getByRole('button', { name: text('allocation.mass.check') }).click();
  await expect(page.getByRole('heading', { name: text('allocation.mass.question') })).toBeVisible();
  await expect(page.locator(':focus')).toHaveText(text('allocation.mass.question'));
  await expect(page.locator('main')).toContainText('3 transactions get');
  await expectAccessible(page);
  await keepPicture(page, 'mass');
  await page.getByRole('button', { name: text('allocation.mass.confirm') }).click();
  await expect(notice(page)).toContainText('Done for 3 records.');
  const [kept] = await world.database.query<{ codes: object }>(
    'SELECT codes FROM allocations WHERE transaction_id = $1',
    [rail.id]
  );
  expect(Object.values(kept?.codes ?? {})).toEqual(['F200']);
});

test('C1.002 what was chosen before is suggested with its reason, taken by a key; what may be booked twice is flagged', async ({
  page,
  world
}) => {
  test.slow();
  const { account, scheme, A, C, rail } = await aMonth(world);
  for (const day of ['02', '03', '04', '05']) {
    const past = await aTransaction(world.database, account, {
      merchant: 'Nordic Rail',
      postingDate: `2026-02-${day}`,
      amount: `1${day}.00`
    });
    await world.database.query(
      `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, codes)
       SELECT issuer_id, posting_date, id, 1, billed_amount, $2 FROM transactions WHERE id = $1`,
      [past.id, JSON.stringify({ [scheme.center]: 'S100' })]
    );
    await world.database.query('UPDATE transactions SET scheme_id = $2, scheme_version = md5(id::text) WHERE id = $1', [
      past.id,
      scheme.id
    ]);
  }
  const twice = await aTransaction(world.database, account, {
    merchant: 'Nordic Rail',
    amount: '100.00',
    postingDate: '2026-03-21'
  });
  await enterAt(page, world, A.userId, `/workspace/transactions/${rail.id}`);
  await listening(page);
  await expect(page.locator('.suggestion')).toContainText('You used S100 for 4 of your last 4 charges at Nordic Rail.');
  await expectAccessible(page);
  await keepPicture(page, 'suggestion');
  // Never applied unseen.
  await expect(page.getByRole('combobox', { name: 'Cost center' })).toHaveValue('');
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(page.getByRole('combobox', { name: 'Cost center' })).toHaveValue('S100');
  await expect(page.getByRole('combobox', { name: 'Cost center' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  await expect(page.locator('.suggestion')).toHaveCount(0);

  await expect(page.locator('.duplicates').getByRole('link')).toHaveAttribute('href', new RegExp(twice.id));
  await page.goto(world.at('tessera', '/workspace/transactions'));
  await expect(page.getByText(text('transaction.duplicate.badge'))).toHaveCount(2);
  await enterAt(page, world, C.userId, `/workspace/transactions/${twice.id}`);
  await scripted(page);
  await page.getByRole('button', { name: text('transaction.duplicate.dismiss') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('transaction.duplicate.dismiss') })
    .click();
  await expect(notice(page)).toContainText(text('transaction.done.not_duplicate'));
  await expect(page.locator('.duplicates')).toHaveCount(0);
});

test('C1.002 charges are coded in a grid by keyboard: typed, filled down, pasted, taken back, saved and reviewed, each fault at its cell', async ({
  page,
  world
}) => {
  test.slow();
  const { scheme, A, hotel, rail, fuel } = await aMonth(world);
  await enterAt(page, world, A.userId, '/workspace/transactions');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: text('coding.title') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('coding.title'));
  await scripted(page);
  await expectAccessible(page);
  const codeOf = async (id: string) => {
    const [kept] = await world.database.query<{ codes: Record<string, string> }>(
      'SELECT codes FROM allocations WHERE transaction_id = $1',
      [id]
    );
    return kept?.codes[scheme.center] ?? null;
  };
  const state = (row: number) => cell(page, row, 5);
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  await tabTo(page, cell(page, 0, 1));
  await page.keyboard.type('To Hamburg');
  await keys('Tab');
  await expect(cell(page, 0, 2)).toBeFocused();
  await expect(cell(page, 0, 1)).toHaveText('To Hamburg');
  await page.keyboard.type('sal');
  await expect(page.getByRole('option', { name: /S100/ })).toBeVisible();
  await expectAccessible(page);
  await keys('Enter');
  await expect(cell(page, 1, 2)).toBeFocused();
  await expect(cell(page, 0, 2)).toContainText('S100');
  await expect(state(0)).toContainText(text('coding.saved'));
  expect(await codeOf(rail.id)).toBe('S100');

  // Filled down over the selection, and taken back.
  await keys('ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await expect(cell(page, 1, 2)).toContainText('S100');
  await expect.poll(() => codeOf(hotel.id)).toBe('S100');
  await keys('Control+z');
  await expect(cell(page, 1, 2)).toHaveText('');
  await expect.poll(() => codeOf(hotel.id)).toBeNull();

  // Cells from a spreadsheet; the wrong one says so where it is, and keeps what was pasted.
  await expect(cell(page, 1, 2)).toBeFocused();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'F200\r\nX999\r\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(cell(page, 1, 2)).toContainText('F200');
  await expect(cell(page, 2, 2).locator('.field-error')).toContainText('X999');
  await expect(state(2)).toContainText(text('coding.refused'));
  await expectAccessible(page);
  await keepPicture(page, 'coding-1280');

  // Reviewed, and on to the next.
  await keys('Control+Enter');
  await expect(state(1)).toContainText(text('transaction.state.reviewed'));
  await expect(cell(page, 2, 1)).toBeFocused();
  expect(await codeOf(hotel.id)).toBe('F200');

  // Somebody else has changed it: the row says so, and keeps what was typed.
  await world.database.query('UPDATE transactions SET version = version + 1 WHERE id = $1', [fuel.id]);
  await keys('ArrowRight');
  await page.keyboard.type('F200');
  await keys('Enter', 'ArrowUp');
  await expect(state(2).locator('.field-error')).toBeVisible();
  await expect(cell(page, 2, 2)).toContainText('F200');
  expect(await codeOf(fuel.id)).toBeNull();
  await page.setViewportSize({ width: 375, height: 900 });
  await expectAccessible(page);
  await expectFits(page);
  await keepPicture(page, 'coding-375');
});

for (const [brand, locale, width] of [
  ['norrvik', 'en_US', 1280],
  ['asanagi', 'ja', 375]
] as const)
  test(`the editor of splits on ${brand} in ${locale} at ${width} px is accessible and fits`, async ({
    page,
    world
  }) => {
    const { A, rail } = await aMonth(world);
    await page.setViewportSize({ width, height: 900 });
    await signInBeside(page, world, A.userId, brand);
    await readIn(locale, page, world, brand);
    await page.goto(world.at(brand, `/workspace/transactions/${rail.id}`));
    await listening(page);
    for (const times of [1, 2]) {
      await page.keyboard.press('Alt+Enter');
      await expect(page.locator('fieldset.split')).toHaveCount(times + 1);
    }
    await expectAccessible(page);
    await expectFits(page);
    await keepPicture(page, `editor-${brand}-${width}`);
  });
