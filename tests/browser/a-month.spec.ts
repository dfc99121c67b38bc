import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser';
import { aCard } from '../support/feeds/world';
import { aScheme } from '../support/schemes';
import { TEST_SECRET } from '../support/server';
import { aCompany, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, listedRows, notice, reviewHere, scripted } from '../support/workspace-walk';

const MERCHANTS = ['Harbour Hotel', 'Nordic Rail', 'Quay Fuel', 'Pier Books', 'Dock Diner', 'Lighthouse Taxi'];
const CHARGES = Array.from({ length: 12 }, (_, index) => ({
  reference: `OCT-${index + 1}`,
  day: `2026-10-${String(index + 3).padStart(2, '0')}`,
  cents: 1_990 + index * 3_333,
  merchant: MERCHANTS[index % MERCHANTS.length] as string
}));
const euros = (cents: number) => (cents / 100).toFixed(2);
const HEADINGS =
  'Card number,Reference,Type,Transaction date,Posting date,Amount,Currency,Billed amount,Billed currency,Conversion rate,Merchant ID,Merchant,City,Region,Country,MCC,Tax amount,Tax code,Customer code,Purpose,Authorization reference';
const lineOf = (card: string, { reference, day, cents, merchant }: (typeof CHARGES)[number]) =>
  `${card},${reference},purchase,${day},${day},${euros(cents)},EUR,${euros(cents)},EUR,,,${merchant},,,,5999,,,,,`;
const BANKED = CHARGES.reduce((sum, { cents }) => sum + cents, 0);
const CASH = 4_830;

/** Runs a bulk action on all rows of the list. */
async function toAll(page: Page, event: string, reason?: string): Promise<void> {
  await scripted(page);
  for (const box of await page.locator('.listing-scroll tbody input[name=ids]').all()) await box.check();
  const name = text(`transaction.event.${event}`);
  await page.locator('.bulk-bar').getByRole('button', { name, exact: true }).click();
  // What can be taken back isn't asked about.
  if (event === 'review') return expect(page.locator('.toast')).toBeVisible({ timeout: 20_000 });
  const dialog = page.getByRole('dialog');
  if (reason) await dialog.getByLabel(text('transaction.reason')).fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(page.locator('.listing-rows > .message')).toBeVisible({ timeout: 20_000 });
}

test('C1.001 C1.002 C4.004 C4.007 a month: the bank’s file, the cardholder, the approver and the accountant, to the last cent', async ({
  page,
  world
}) => {
  test.setTimeout(180_000);
  // Card numbers are looked up by hashes under the server's own key.
  Object.assign(process.env, {
    DATABASE_URL: world.database.url,
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_MODE: 'development'
  });
  const { database } = world;
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer, { name: 'Harbour Works' });
  const point = await anOrgPoint(database, company, { name: 'Sales North' });
  const card = await aCard(database, point, { name: 'Ada Holm' });
  await aScheme(database, company);
  const [bank, cardholder, approver, accountant] = [
    await aUserAt(database, 'I', issuer),
    await aUserAt(database, 'A', card.account),
    await aUserAt(database, 'O', point),
    await aUserAt(database, 'C', company)
  ];

  // The bank uploads its file in the built-in layout.
  await enterAt(page, world, bank.userId, '/workspace/feeds');
  await page
    .locator('main')
    .getByRole('link', { name: text('feed.mapping.new') })
    .click();
  await page.getByRole('link', { name: 'CSV, our own columns' }).click();
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(notice(page)).toHaveText(text('feed.mapping.saved'));
  await page.goto(world.at('tessera', '/workspace/feeds'));
  await page.locator('#feed-file').setInputFiles({
    name: 'october.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADINGS, ...CHARGES.map((charge) => lineOf(card.number, charge)), ''].join('\n'))
  });
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 30_000 });

  // The cardholder codes one row, then all rows at once, adds a cash payment, and reviews.
  await enterAt(page, world, cardholder.userId, '/workspace/transactions/code');
  await scripted(page);
  const cell = (column: number) => page.locator(`[data-cell="0/${column}"]`);
  await cell(1).click();
  await page.keyboard.type('Visit to Hamburg');
  await page.keyboard.press('Tab');
  await page.keyboard.type('F200');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('row').nth(1)).toContainText(text('transaction.state.reviewed'), { timeout: 15_000 });
  await page.goto(world.at('tessera', '/workspace/transactions/new'));
  for (const [name, typed] of [
    ['purpose', 'Taxi to the fair'],
    ['merchantName', 'Hansen Taxi'],
    ['amount', euros(CASH)]
  ] as const)
    await page.locator(`[name=${name}]`).fill(typed);
  await page.getByRole('button', { name: text('transaction.add.submit') }).click();
  await expect(notice(page)).toContainText(text('transaction.done.added'));
  await page.goto(world.at('tessera', '/workspace/transactions?state=open'));
  await expect(listedRows(page)).toHaveCount(12);
  await expect(async () => {
    await page.locator('thead input[type=checkbox]').check();
    await page.getByRole('button', { name: text('allocation.mass') }).click();
    await expect(page).toHaveURL(/transactions\/allocate/, { timeout: 3_000 });
  }).toPass();
  await page.getByRole('combobox', { name: 'Cost center' }).fill('S100');
  await page.getByRole('button', { name: text('allocation.mass.check') }).click();
  await expect(page.getByRole('heading', { name: text('allocation.mass.question') })).toBeVisible();
  await page.getByRole('button', { name: text('allocation.mass.confirm') }).click();
  await expect(notice(page)).toContainText('12', { timeout: 20_000 });
  await page.goto(world.at('tessera', '/workspace/transactions?state=open'));
  await toAll(page, 'review');
  await page.goto(world.at('tessera', '/workspace/transactions?state=reviewed'));
  await expect(listedRows(page)).toHaveCount(13);

  // The approver approves all except one and sends that one back; it is reviewed and approved again.
  await enterAt(page, world, approver.userId, '/workspace/approvals/list');
  await expect(listedRows(page)).toHaveCount(13);
  await toAll(page, 'approve');
  await page.goto(world.at('tessera', '/workspace/transactions?state=approved&merchantName=Hansen'));
  await expect(listedRows(page)).toHaveCount(1);
  await toAll(page, 'send_back', 'The receipt is missing');
  await enterAt(page, world, cardholder.userId, '/workspace/transactions?state=open');
  await scripted(page);
  await listedRows(page).getByRole('link').first().click();
  await expect(page.locator('.history')).toContainText('The receipt is missing');
  await reviewHere(page);
  await expect(page.locator('.beside').getByRole('status').first()).toContainText(text('transaction.done.review'));
  await enterAt(page, world, approver.userId, '/workspace/approvals/list');
  await toAll(page, 'approve');

  // The accountant's file has every line once and equals the bank's file plus the cash, to the cent.
  await enterAt(page, world, accountant.userId, '/workspace/ledger/new');
  await scripted(page);
  await page.getByLabel(text('ledger.from')).fill('2026-10-01');
  await page.getByLabel(text('ledger.to')).fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: text('ledger.check') }).click();
  await expect(page.getByRole('heading', { name: text('ledger.would') })).toBeVisible();
  await scripted(page);
  await page.getByRole('button', { name: 'Export 13 transactions' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export 13 transactions' }).click();
  await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.table a').first().click()]);
  const content = readFileSync(await download.path(), 'utf8');
  for (const { reference } of CHARGES) expect(content.split(reference).length).toBeGreaterThan(1);
  const [kept] = await database.query<{ cents: number; count: number }>(
    `SELECT (sum(billed_amount) * 100)::int AS cents, count(*)::int AS count FROM transactions
     WHERE account_id = $1 AND state = 'exported'`,
    [card.account.id]
  );
  expect(kept).toEqual({ cents: BANKED + CASH, count: 13 });
  const amounts = [...content.matchAll(/(?<=[,"])\d+\.\d\d(?=[,"\r])/g)].map(([amount]) => Number(amount));
  expect(amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) % (BANKED + CASH)).toBe(0);
});
