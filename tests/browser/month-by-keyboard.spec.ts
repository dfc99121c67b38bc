import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, searchByKey, test, type World } from '../support/browser';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, listedRows, notice, scripted, tabTo } from '../support/workspace-walk';

async function aTeam({ database }: World) {
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const point = await anOrgPoint(database, company, { name: 'Sales North' });
  const account = await anAccount(database, point, { name: 'Ada Holm', lastFour: '4711' });
  await aScheme(database, company);
  for (const [merchant, amount, postingDate] of [
    ['Nordic Rail', '100.00', '2026-03-20'],
    ['Harbour Hotel', '240.50', '2026-03-15'],
    ['Quay Fuel', '61.20', '2026-03-12']
  ] as const)
    await aTransaction(database, account, { merchant, amount, postingDate });
  return {
    account,
    cardholder: await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' }),
    approver: await aUserAt(database, 'O', point),
    accountant: await aUserAt(database, 'C', company)
  };
}

/** Opens what the palette offers under a name. */
async function open(page: Page, name: string): Promise<void> {
  await scripted(page);
  await searchByKey(page, 'Control+k');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await scripted(page);
}

/** What is pressed next acts on this, which the Tab key reached. */
async function pressAt(page: Page, key: string, ...target: Parameters<typeof tabTo>[1][]): Promise<void> {
  for (const one of target) await tabTo(page, one, { most: 150 });
  await page.keyboard.press(key);
}

test('issue 16 a month’s work by keyboard alone: coded, paid in cash, reviewed, approved, exported', async ({
  page,
  world
}) => {
  test.setTimeout(300_000);
  const { account, cardholder, approver, accountant } = await aTeam(world);
  const grid = (row: number, column: number) => page.locator(`[data-cell="${row}/${column}"]`);

  // The cardholder codes and reviews three charges in the grid, and adds what was paid in cash.
  await enter(page, world, cardholder.userId);
  await open(page, text('coding.title'));
  await tabTo(page, grid(0, 1), { most: 150 });
  for (const [row, purpose] of ['To Hamburg', 'Two nights', 'Back'].entries()) {
    await page.keyboard.type(purpose);
    await page.keyboard.press('Tab');
    await expect(grid(row, 2)).toBeFocused();
    await page.keyboard.type('S100');
    await expect(page.getByRole('option', { name: /S100/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await expect(grid(row, 5)).toContainText(text('transaction.state.reviewed'));
    if (row < 2) await tabTo(page, grid(row + 1, 1), { most: 150 });
  }
  await open(page, text('transaction.add'));
  for (const [name, typed] of [
    ['purpose', 'Taxi to the fair'],
    ['merchantName', 'Hansen Taxi'],
    ['amount', '48.30']
  ] as const) {
    await tabTo(page, page.locator(`[name=${name}]`), { most: 150 });
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(text('transaction.done.added'));
  await scripted(page);
  await tabTo(page, page.getByRole('combobox', { name: 'Cost center' }), { most: 150 });
  await page.keyboard.type('F200');
  await expect(page.getByRole('option', { name: /F200/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(notice(page)).toContainText(text('transaction.done.review'));

  // The approver goes through the queue.
  await enter(page, world, approver.userId);
  await open(page, text('approval.waiting'));
  const waiting = page.locator('.queue-item');
  for (let left = 4; left > 0; left -= 1) {
    await expect(waiting).toHaveCount(left);
    await page.keyboard.press('a');
  }
  await expect(page.locator('.empty')).toContainText(text('approval.queue.over'));
  // The page shows an act before it is kept.
  const approved = async () =>
    (
      await world.database.query("SELECT id FROM transactions WHERE account_id = $1 AND state = 'approved'", [
        account.id
      ])
    ).length;
  await expect.poll(approved, { timeout: 20_000 }).toBe(4);

  // The accountant exports March and today, and takes the file.
  await enter(page, world, accountant.userId);
  await scripted(page);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.title'));
  await scripted(page);
  await pressAt(page, 'Enter', page.locator('main').getByRole('link', { name: text('ledger.new'), exact: true }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.new'));
  await scripted(page);
  await tabTo(page, page.getByLabel(text('ledger.from')), { most: 150 });
  await page.keyboard.type('03012026');
  await expect(page.getByLabel(text('ledger.from'))).toHaveValue('2026-03-01');
  await pressAt(page, 'Enter', page.getByRole('button', { name: text('ledger.check'), exact: true }));
  await expect(page.getByRole('region', { name: text('ledger.would') })).toBeFocused();
  await scripted(page);
  await pressAt(page, 'Enter', page.getByRole('button', { name: 'Export 4 transactions' }).first());
  await pressAt(page, 'Enter', page.getByRole('dialog').getByRole('button', { name: 'Export 4 transactions' }));
  await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
  await scripted(page);
  await tabTo(page, page.getByRole('link', { name: /\.csv$/ }), { most: 150 });
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines.filter((line) => line.includes('S100'))).toHaveLength(3);
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(listedRows(page)).toHaveCount(4);
});
