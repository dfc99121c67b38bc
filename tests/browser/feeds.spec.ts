import type { Page } from '@playwright/test';
import { expect, expectAccessible, keepPicture, test, type World } from '../support/browser';
import { aCardNumber } from '../support/card-numbers';
import { aCard, TODAY } from '../support/feeds/world';
import { TEST_SECRET } from '../support/server';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, listedRows, notice, scripted } from '../support/workspace-walk';

// Card numbers are looked up by hashes under the server's own key.
const asServer = ({ database }: World) =>
  Object.assign(process.env, { DATABASE_URL: database.url, TESSERA_SECRET: TEST_SECRET, TESSERA_MODE: 'development' });

const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);

const HEADINGS = 'Card number,Reference,Posting date,Amount,Currency,Merchant,MCC';
const OTHER_FIELDS = [
  'type',
  'transactionDate',
  'billedAmount',
  'billedCurrency',
  'conversionRate',
  'merchantId',
  'merchantCity',
  'merchantRegion',
  'merchantCountry',
  'taxAmount',
  'taxCode',
  'customerCode',
  'purpose',
  'authorizationReference'
];

/** Reduces the built-in mapping to the seven fields of these tests' files. */
async function clearOtherFields(page: Page): Promise<void> {
  for (const field of OTHER_FIELDS) await page.locator(`#form-field-${field}`).fill('');
}

/** Selects a file with the headings and these lines. */
async function chooseFile(page: Page, name: string, lines: string[]): Promise<void> {
  const buffer = Buffer.from([HEADINGS, ...lines, ''].join('\n'));
  await page.locator('#feed-file').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const lookAt = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await keepPicture(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
};

test('CD.41 C3.039 a file is brought, what it lacks is mended, its rejected rows are booked and stand among the transactions', async ({
  page,
  world
}) => {
  test.slow();
  asServer(world);
  const { database } = world;
  const issuer = await anIssuer(database, { name: 'Harbour Bank' });
  const company = await aCompany(database, issuer, { name: 'Harbour Works' });
  const card = await aCard(database, company, { name: 'Ada Holm' });
  const unknown = aCardNumber();
  const administrator = await aUserAt(database, 'I', issuer, { firstName: 'Ines', lastName: 'Bank' });
  const manager = await aUserAt(database, 'C', company, { firstName: 'Cora', lastName: 'Works' });
  await enter(page, world, administrator.userId);

  // A mapping from a built-in one, previewed with a sample.
  await go(page, '/workspace/feeds');
  await expectAccessible(page);
  await lookAt(page, 'feeds-empty');
  await page
    .locator('main')
    .getByRole('link', { name: text('feed.mapping.new') })
    .click();
  await page.getByRole('link', { name: 'CSV, our own columns' }).click();
  await expect(page.locator('#form-name')).toHaveValue('CSV, our own columns');
  await lookAt(page, 'feeds-mapping-new');
  await clearOtherFields(page);
  await page.locator('#form-name').fill('Harbour cards');
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(notice(page)).toHaveText(text('feed.mapping.saved'));
  const rows = [
    `${card.number},H1,${TODAY},12.50,EUR,Harbour Hotel,7011`,
    `${unknown},H2,${TODAY},7.25,EUR,Quay Fuel,5541`,
    `${card.number},H3,${TODAY},much,EUR,Pier Books,5942`
  ];
  await page.locator('#form-sample').fill([HEADINGS, ...rows].join('\n'));
  await page.getByRole('button', { name: text('feed.mapping.preview.show') }).click();
  const read = page.getByRole('region', { name: text('feed.mapping.preview.rows') });
  await expect(read.locator('tbody tr')).toHaveCount(3);
  await expect(read).toContainText(`${text('feed.field.amount')}: ${text('feed.reason.amount.invalid')}`);
  await expect(read).not.toContainText(unknown);
  await expectAccessible(page);
  await lookAt(page, 'feeds-mapping');

  // The file.
  await go(page, '/workspace/feeds');
  await chooseFile(page, 'march.csv', rows);
  await lookAt(page, 'feeds-upload');
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 30_000 });
  await expect(page.locator('main')).toContainText('2 rows need attention');
  await expectAccessible(page);
  await lookAt(page, 'feeds-result');

  // The reason; then the account is created and the rows are processed again.
  await page.getByRole('link', { name: text('feed.rejects') }).click();
  await expect(listedRows(page)).toHaveCount(2);
  await expect(page.locator('section.listing-scroll')).toContainText(text('feed.reason.feed.account.unknown'));
  await expectAccessible(page);
  await lookAt(page, 'feeds-rejects');
  await aCard(database, company, { name: 'Bo Holm', number: unknown });
  await page.goBack();
  const again = page.getByRole('dialog').getByRole('button', { name: text('feed.reprocess') });
  // Going back shows the page as it was, then as it is now, which closes a dialog.
  await expect(async () => {
    await page.getByRole('button', { name: text('feed.reprocess.all') }).click({ timeout: 3_000 });
    await again.click({ timeout: 3_000 });
  }).toPass();
  await expect(page.locator('main')).toContainText('1 row needs attention', { timeout: 30_000 });

  // The other is corrected in place.
  await page.getByRole('link', { name: text('feed.rejects') }).click();
  await expect(listedRows(page)).toHaveCount(1);
  await listedRows(page).first().getByRole('link').first().click();
  await expect(page.locator('#form-field-cardNumber')).toHaveValue(`\u2022\u2022\u2022\u2022${card.number.slice(-4)}`);
  await expect(page.locator('main')).not.toContainText(card.number);
  await expectAccessible(page);
  await lookAt(page, 'feeds-reject');
  await page.getByRole('button', { name: text('feed.correction.submit') }).click();
  await expect(page.locator('.message-problem')).toContainText(text('feed.correction.none'));
  await page.locator('#form-field-amount').fill('a lot');
  await page.getByRole('button', { name: text('feed.correction.submit') }).click();
  await expect(notice(page)).toHaveText(text('feed.correction.kept'));
  await page.getByRole('link', { name: new RegExp(text('feed.reason.amount.invalid')) }).click();
  await expect(page.locator('#form-field-amount')).toBeFocused();
  await page.locator('#form-field-amount').fill('3.50');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveText(text('feed.correction.booked'));
  await expectAccessible(page);

  // The same file again changes nothing.
  await go(page, '/workspace/feeds');
  await chooseFile(page, 'again.csv', rows.slice(0, 2));
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 30_000 });
  await expect(page.locator('main')).toContainText(text('feed.outcome.known'));
  await go(page, '/workspace/feeds');
  await expect(listedRows(page)).toHaveCount(2);
  await lookAt(page, 'feeds-list');

  await enterAt(page, world, manager.userId, '/workspace/transactions');
  await expect(listedRows(page)).toHaveCount(3);
  await expect(listedRows(page).filter({ hasText: 'Quay Fuel' })).toHaveCount(1);
  // A company can't upload feeds.
  const answer = await go(page, '/workspace/feeds');
  expect(answer?.status()).toBe(404);
});

/** An issuer's user at a new mapping based on a built-in one. */
const begun = async (page: Page, world: World, key: string) => {
  const issuer = await anIssuer(world.database);
  const administrator = await aUserAt(world.database, 'I', issuer);
  await enterAt(page, world, administrator.userId, `/workspace/feeds/mappings/new?from=${key}`);
  return issuer;
};

test('CD.41 a mapping is previewed with a file before it is saved; faults appear at their fields, and nothing is lost', async ({
  page,
  world
}) => {
  asServer(world);
  const { database } = world;
  const issuer = await begun(page, world, 'capital-one');
  await lookAt(page, 'mapping-capital-one');
  await scripted(page, '.type-row');

  // Words for types, by the keyboard: Enter after the last adds one, the arrows move up and down.
  const words = page.locator('.type-row input');
  await expect(words).toHaveCount(2);
  await words.last().focus();
  await page.keyboard.press('Enter');
  await expect(words).toHaveCount(3);
  await expect(words.last()).toBeFocused();
  await page.keyboard.type('Lodging');
  await page.locator('.type-row select').last().selectOption('cash');
  await words.last().focus();
  await page.keyboard.press('ArrowUp');
  await expect(words.nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Remove type 1' }).click();
  await expect(words).toHaveCount(2);
  await expect(page.locator('.type-removed')).toContainText('Payment/Credit');
  await expect(page.getByRole('button', { name: text('undo') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(words).toHaveCount(3);
  await expect(words.first()).toHaveValue('Payment/Credit');

  // A file in an encoding of its own, whose trailer the mapping doesn't know yet.
  await page.locator('#form-encoding').selectOption('windows-1252');
  await page.locator('#form-trailer').check();
  await page.locator('#form-trailer-debit').fill('Debit');
  await page.locator('#form-sampleFile').setInputFiles({
    name: 'march.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit',
        '2026-03-04,2026-03-05,4821,H\u00f4tel du Port,Lodging,115.49,',
        '2026-03-10,2026-03-10,4821,AUTOPAY,Payment/Credit,,1250.00',
        '2026-03-11,2026-03-11,4821,ODD,Dining,1.00,2.00',
        'T,,,,,115.49,'
      ].join('\r\n'),
      'latin1'
    )
  });
  await page.getByRole('button', { name: text('feed.mapping.preview.show') }).click();
  const summary = page.locator('.message-problem');
  await expect(summary.getByRole('link')).toHaveCount(2);
  await expect(page.locator('#form-trailer-at-source')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#form-trailer-at-is-error')).not.toBeEmpty();
  await expectAccessible(page);
  await lookAt(page, 'mapping-faults');
  await page.locator('#form-trailer-at-source').fill('Transaction Date');
  await page.locator('#form-trailer-at-is').fill('T');
  await page.getByRole('button', { name: text('feed.mapping.preview.show') }).click();
  const read = page.locator('.feed-previewed');
  await expect(read).toBeFocused();
  await expect(read.locator('tbody tr')).toHaveCount(3);
  await expect(read).toContainText('H\u00f4tel du Port');
  await expect(read).toContainText('\u2212USD 1,250.00');
  await expect(read).toContainText(text('transaction.type.cash'));
  await expect(read).toContainText(text('feed.reason.feed.debit.credit.both'));
  await expect(words.last()).toHaveValue('Lodging');
  await expectAccessible(page);
  await lookAt(page, 'mapping-preview');
  expect(await database.query('SELECT 1 FROM feed_mappings WHERE issuer_id = $1', [issuer.id])).toEqual([]);

  // A different trailer is reported; then it is saved as it is.
  await page.locator('#form-trailer-debit').fill('Credit');
  await page.getByRole('button', { name: text('feed.mapping.preview.show') }).click();
  await expect(page.locator('.message-problem')).toContainText(/trailer/i);
  await page.locator('#form-trailer-debit').fill('Debit');
  await words.last().fill('Payment/Credit');
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(summary).toContainText(text('feed.types.twice'));
  await expect(words.last()).toHaveAttribute('aria-invalid', 'true');
  await words.last().fill('Lodging');
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(notice(page)).toHaveText(text('feed.mapping.saved'));
  const [saved] = await database.query<{ layout: Record<string, unknown> }>(
    'SELECT layout FROM feed_mappings WHERE issuer_id = $1',
    [issuer.id]
  );
  expect(saved?.layout).toMatchObject({
    encoding: 'windows-1252',
    types: { 'Payment/Credit': 'payment', 'Fee/Interest Charge': 'fee', Lodging: 'cash' },
    trailer: { at: { source: 'Transaction Date', is: ['T'] }, debit: 'Debit', count: null, required: true }
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('CD.41 types are added and taken away, a sample is read, and what was typed stays', async ({ page, world }) => {
    asServer(world);
    await begun(page, world, 'capital-one');
    await page.locator('#form-name').fill('Our cards');
    await page
      .locator('#form-sample')
      .fill(
        'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n2026-03-04,,4821,Caf\u00e9,Dining,15.49,'
      );
    const words = page.locator('.type-row input');
    await page.getByRole('button', { name: 'Remove type 2' }).click();
    await expect(words).toHaveCount(1);
    await page.getByRole('button', { name: text('feed.mapping.types.add') }).click();
    await expect(words).toHaveCount(2);
    await words.last().fill('Dining');
    await page.locator('.type-row select').last().selectOption('fee');
    await page.getByRole('button', { name: text('feed.mapping.preview.show') }).click();
    await expect(page.locator('.feed-previewed tbody tr')).toHaveCount(1);
    await expect(page.locator('.feed-previewed')).toContainText(text('transaction.type.fee'));
    await expect(page.locator('#form-name')).toHaveValue('Our cards');
    await expect(words.last()).toHaveValue('Dining');
    await page.getByRole('button', { name: text('feed.mapping.save') }).click();
    await expect(page.locator('h1')).toHaveText('Our cards');
  });
});

test('a file larger than a form may be streams by whole', async ({ page, world }) => {
  test.slow();
  asServer(world);
  const { database } = world;
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer);
  const card = await aCard(database, company);
  const administrator = await aUserAt(database, 'I', issuer);
  await enterAt(page, world, administrator.userId, '/workspace/feeds/mappings/new?from=plain-csv');
  await clearOtherFields(page);
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(notice(page)).toBeVisible();
  await go(page, '/workspace/feeds');
  // 30 MB: the framework would hold ten of a body that passes through its proxy, and drop the rest.
  const lines = Array.from(
    { length: 40_000 },
    (_, row) => `${card.number},L${row},${TODAY},1.00,EUR,${'Harbour Hotel '.repeat(52)},7011`
  );
  await chooseFile(page, 'large.csv', lines);
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 120_000 });
  await expect(page.locator('main')).toContainText('40,000');
});
