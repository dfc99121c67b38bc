import type { Page } from '@playwright/test';
import { bundleTexts } from '../../lib/core/texts';
import { expect, expectAccessible, test, type World } from '../support/browser';
import { aCardNumber } from '../support/card-numbers';
import { aCard } from '../support/feeds/world';
import { PASSWORD } from '../support/people';
import { TEST_SECRET } from '../support/server';
import { aCompany, anIssuer, aUserAt } from '../support/structure';

// Card numbers are looked up by hashes under the server's own key.
const asServer = ({ database }: World) =>
  Object.assign(process.env, { DATABASE_URL: database.url, TESSERA_SECRET: TEST_SECRET });

const TEXTS = bundleTexts('en_US', 'Workspace');
const text = (key: string) => TEXTS[key] as string;
const today = new Date().toISOString().slice(0, 10);

async function enter(page: Page, { at }: World, userId: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(at('tessera'));
  await page.locator('#userId').fill(userId);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#sign-in button[type=submit]').click();
  await expect(page).toHaveURL(/\/workspace$/, { timeout: 20_000 });
}

const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);

const lookAt = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}.png`, fullPage: true });
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

  // A mapping, begun with a ready-made one, tried with a sample.
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
  for (const field of [
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
    'purpose'
  ])
    await page.locator(`#form-field-${field}`).fill('');
  await page.locator('#form-name').fill('Harbour cards');
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(page.locator('main').getByRole('status').first()).toHaveText(text('feed.mapping.saved'));
  const headings = 'Card number,Reference,Posting date,Amount,Currency,Merchant,MCC';
  const rows = [
    `${card.number},H1,${today},12.50,EUR,Harbour Hotel,7011`,
    `${unknown},H2,${today},7.25,EUR,Quay Fuel,5541`,
    `${card.number},H3,${today},much,EUR,Pier Books,5942`
  ];
  await page.locator('#sample').fill([headings, ...rows].join('\n'));
  await page.getByRole('button', { name: text('feed.mapping.preview.show') }).click();
  await expect(page.locator('.feed-table tbody tr')).toHaveCount(3);
  await expect(page.locator('.feed-table')).toContainText(
    `${text('feed.field.amount')}: ${text('feed.reason.amount.invalid')}`
  );
  await expect(page.locator('.feed-table')).not.toContainText(unknown);
  await expectAccessible(page);
  await lookAt(page, 'feeds-mapping');

  // The file.
  await go(page, '/workspace/feeds');
  await page.locator('#feed-file').setInputFiles({
    name: 'march.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([headings, ...rows, ''].join('\n'))
  });
  await lookAt(page, 'feeds-upload');
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 30_000 });
  await expect(page.locator('main')).toContainText('2 rejected rows wait');
  await expectAccessible(page);
  await lookAt(page, 'feeds-result');

  // Why, then the account is made, and the rows are tried again.
  await page.getByRole('link', { name: text('feed.rejects') }).click();
  await expect(page.locator('.listing-scroll tbody tr')).toHaveCount(2);
  await expect(page.locator('.listing-scroll')).toContainText(text('feed.reason.feed.account.unknown'));
  await expectAccessible(page);
  await lookAt(page, 'feeds-rejects');
  await aCard(database, company, { name: 'Bo Holm', number: unknown });
  await page.goBack();
  await page.getByRole('button', { name: text('feed.reprocess.all') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('feed.reprocess') })
    .click();
  await expect(page.locator('main')).toContainText('1 rejected row waits', { timeout: 30_000 });

  // The same file again changes nothing.
  await go(page, '/workspace/feeds');
  await page.locator('#feed-file').setInputFiles({
    name: 'again.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([headings, ...rows.slice(0, 2), ''].join('\n'))
  });
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 30_000 });
  await expect(page.locator('main')).toContainText(text('feed.outcome.known'));
  await go(page, '/workspace/feeds');
  await expect(page.locator('.listing-scroll tbody tr')).toHaveCount(2);
  await lookAt(page, 'feeds-list');

  await enter(page, world, manager.userId);
  await go(page, '/workspace/transactions');
  await expect(page.locator('.listing-scroll tbody tr')).toHaveCount(2);
  await expect(page.locator('.listing-scroll')).toContainText('Quay Fuel');
  // A company brings no feeds.
  const answer = await go(page, '/workspace/feeds');
  expect(answer?.status()).toBe(404);
});

test('a file larger than a form may be streams by whole', async ({ page, world }) => {
  test.slow();
  asServer(world);
  const { database } = world;
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer);
  const card = await aCard(database, company);
  const administrator = await aUserAt(database, 'I', issuer);
  await enter(page, world, administrator.userId);
  await go(page, '/workspace/feeds/mappings/new?from=plain-csv');
  for (const field of [
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
    'purpose'
  ])
    await page.locator(`#form-field-${field}`).fill('');
  await page.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(page.locator('main').getByRole('status').first()).toBeVisible();
  await go(page, '/workspace/feeds');
  // 30 MB: the framework would hold ten of a body that passes through its proxy, and drop the rest.
  const lines = Array.from(
    { length: 40_000 },
    (_, row) => `${card.number},L${row},${today},1.00,EUR,${'Harbour Hotel '.repeat(52)},7011`
  );
  await page.locator('#feed-file').setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Card number,Reference,Posting date,Amount,Currency,Merchant,MCC', ...lines, ''].join('\n'))
  });
  await page.getByRole('button', { name: text('feed.upload.submit') }).click();
  await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 120_000 });
  await expect(page.locator('main')).toContainText('40,000');
});
