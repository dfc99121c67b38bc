import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, readIn, scripted, tabTo } from '../support/workspace-walk';

const LANGUAGES = ['en_US', 'de', 'ja'];

/** A day of the last month, as the address and the database write it. */
const lastMonth = (day: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, day)).toISOString().slice(0, 10);
};

test('issue 18 a reader learns by keyboard why a row is in a report or not, and how a run differs from the one before', async ({
  page,
  world
}) => {
  test.slow();
  const { database } = world;
  const company = await aCompany(database, await anIssuer(database));
  const account = await anAccount(database, company, { name: 'Ada Holm' });
  const C = await aUserAt(database, 'C', company, { firstName: 'Cora', lastName: 'Works' });
  await aTransaction(database, account, { merchant: 'Harbour Hotel', postingDate: lastMonth(5), reference: 'H-100' });
  await aTransaction(database, account, { merchant: 'Corner Café', postingDate: lastMonth(9), reference: 'H-200' });
  await aTransaction(database, account, {
    merchant: 'Old Inn',
    postingDate: '2026-03-15',
    state: 'reviewed',
    reference: 'H-300'
  });
  await enter(page, world, C.userId);
  const inEach = async (name: string) => {
    for (const locale of LANGUAGES) {
      await readIn(locale, page, world, 'tessera');
      await page.reload();
      await expectAccessible(page);
      await keepPicture(page, `${name}-${locale}`);
      await page.setViewportSize({ width: 375, height: 800 });
      await expectFits(page);
      await keepPicture(page, `${name}-${locale}-375`);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await readIn('en_US', page, world, 'tessera');
    await page.reload();
  };

  // The catalogue says what each report is for, and which columns it has.
  await page.goto(world.at('tessera', '/workspace/reports'));
  const card = page.getByRole('listitem').filter({ hasText: text('report.standard.dormant-accounts') });
  await expect(card).toContainText(text('report.purpose.dormant-accounts'));
  await expect(card).toContainText(text('transaction.account.idle'));
  await inEach('report-catalogue');

  await page.goto(world.at('tessera', '/workspace/reports/transactions-detail'));
  await expect(page.getByRole('region', { name: text('report.preview') })).toContainText('Harbour Hotel');

  // Why a row isn't there, by keyboard alone.
  await scripted(page);
  const why = page.getByRole('region', { name: text('report.why'), exact: true });
  await why.getByLabel(text('report.why.row')).focus();
  await page.keyboard.type('H-300');
  await tabTo(page, why.getByRole('button', { name: text('report.why.look') }));
  await page.keyboard.press('Enter');
  await expect(why.getByText(text('report.why.out'), { exact: true })).toBeVisible();
  await expect(why).toContainText(text('transaction.posting.date'));
  await inEach('report-why-out');
  await page.goto(world.at('tessera', '/workspace/reports/unreviewed-transactions?row=H-100#why'));
  await expect(why.getByText(text('report.why.in'), { exact: true })).toBeVisible();
  await inEach('report-why-in');

  // Two runs of a closed period: the second says what has changed in between.
  const run = async () => {
    await page.goto(world.at('tessera', '/workspace/reports/transactions-detail'));
    await scripted(page);
    await page.getByLabel(text('report.format')).selectOption({ label: text('listing.export.csv') });
    await page.getByRole('button', { name: text('report.run') }).click();
    await expect(page.getByRole('main').getByRole('link', { name: text('report.download'), exact: true })).toBeVisible({
      timeout: 30_000
    });
  };
  await run();
  await run();
  await expect(page.getByRole('main')).toContainText(text('report.comparison'));
  await inEach('report-run-identical');
  await aTransaction(database, account, { merchant: 'Late Bar', postingDate: lastMonth(20), reference: 'H-400' });
  await run();
  await expect(page.getByRole('main')).toContainText(text('report.comparison'));
  await inEach('report-run-differs');
});

test('issue 18 C1.029 a report whose period has nothing shows a sample of other days', async ({ page, world }) => {
  const { database } = world;
  const company = await aCompany(database, await anIssuer(database));
  const account = await anAccount(database, company);
  const C = await aUserAt(database, 'C', company);
  await aTransaction(database, account, { merchant: 'Old Inn', postingDate: '2025-03-15' });
  await enterAt(page, world, C.userId, '/workspace/reports/transactions-detail');
  const preview = page.getByRole('region', { name: text('report.preview') });
  await expect(preview).toContainText(text('report.preview.other.days'));
  await expect(preview.getByRole('row')).toHaveCount(2);
  await expect(preview).toContainText('Old Inn');
  await expectAccessible(page);
  await keepPicture(page, 'report-sample');
});
