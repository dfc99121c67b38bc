import { readFileSync } from 'node:fs';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { readPdf } from '../support/pdf';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

test('C1.029 C2.025 C2.082 C2.085 C3.082 C2.056 an administrator builds a report over live rows, saves it, runs it and downloads its file', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  for (const [merchant, amount] of [
    ['Harbour Hotel', '120.50'],
    ['Harbour Hotel', '79.50'],
    ['Corner Café', '9.00']
  ] as const)
    await aTransaction(world.database, account, { merchant, amount });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enter(page, world, C.userId);
  await goByNavigation(page, 'report.title');
  await expect(page.getByRole('link', { name: text('report.standard.spend-by-merchant') })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'reports');

  // From the data to groups and a filter; the preview follows each change.
  await page
    .locator('.page-head')
    .getByRole('link', { name: text('report.new') })
    .click();
  await page
    .getByRole('main')
    .getByRole('link', { name: text('listing.transactions'), exact: true })
    .click();
  const preview = page.locator('section[aria-labelledby="preview-heading"]');
  await expect(preview.getByRole('row')).toHaveCount(4);
  await scripted(page);
  await page
    .getByRole('region', { name: text('report.data') })
    .getByRole('checkbox', { name: text('transaction.purpose'), exact: true })
    .uncheck();
  await expect(preview.getByRole('columnheader', { name: text('transaction.purpose') })).toHaveCount(0);
  await page
    .getByRole('combobox', { name: text('report.group'), exact: true })
    .selectOption({ label: text('transaction.merchant') });
  await expect(preview.getByRole('row')).toHaveCount(4);
  await expect(preview.getByRole('row').last()).toContainText('209.00');
  await page.getByRole('checkbox', { name: text('report.largest') }).check();
  await expect(preview.getByRole('row').nth(1)).toContainText('200.00');
  // The report's own conditions come before those of groups.
  await page
    .getByRole('button', { name: text('listing.filter'), exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: text('transaction.merchant.exact') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Corner Café');
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('row')).toHaveCount(3);
  await expect(preview.getByRole('row').last()).not.toContainText('209.00');
  await expectAccessible(page);
  await keepPicture(page, 'report-build');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'report-build-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('button', { name: text('listing.filter.remove', { name: text('transaction.merchant.exact') }) })
    .click();
  await expect(preview.getByRole('row').last()).toContainText('209.00');

  // A fault shows at its field, and what was typed stays.
  await page.getByRole('button', { name: text('report.save') }).click();
  await expect(page.locator('[name="name"]')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('[name="name"]').fill('Where we spend');
  await page
    .getByRole('group', { name: text('report.ask.when') })
    .getByRole('checkbox', { name: text('transaction.merchant.exact') })
    .check();
  await expectAccessible(page);
  await keepPicture(page, 'report-save');
  await page.getByLabel(text('report.heading.own', { column: text('transaction.merchant') })).fill('Shop');
  await page.getByRole('button', { name: text('report.save') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where we spend');
  await expect(page.getByRole('status').filter({ hasText: text('report.saved') })).toBeVisible();
  await expect(preview.getByRole('columnheader', { name: 'Shop' })).toBeVisible();

  // The run: criteria, progress, file.
  await page.getByLabel(text('report.format')).selectOption({ label: text('listing.export.csv') });
  await page.getByLabel(text('report.period')).selectOption({ label: text('report.period.days') });
  await page.getByLabel(text('listing.from'), { exact: true }).fill('2026-03-01');
  await page.getByLabel(text('listing.to'), { exact: true }).fill('2026-03-31');
  // It asks for its merchant.
  await page.getByLabel(text('transaction.merchant.exact')).fill('Harbour Hotel');
  await keepPicture(page, 'report-ask');
  await page.getByRole('button', { name: text('report.run') }).click();
  const link = page.getByRole('main').getByRole('link', { name: text('report.download'), exact: true });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await keepPicture(page, 'report-run');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Where we spend.csv');
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines[0]).toContain('Shop');
  expect(lines[1]).toMatch(/^Group,Harbour Hotel,2,200,/);
  expect(lines[2]).toMatch(/^Total,,2,200,/);

  // It is listed, on the home page too, and goes when its owner deletes it.
  await page.getByRole('link', { name: text('report.completed') }).click();
  await expect(page.getByRole('row', { name: /Where we spend/ })).toContainText(text('job.status.completed'));
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'reports-completed-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(world.at('tessera', '/workspace'));
  await page
    .getByRole('region', { name: text('report.completed') })
    .getByRole('link')
    .click();
  await scripted(page);
  await page.getByRole('button', { name: text('report.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('report.delete') })
    .click();
  await expect(page.getByText(text('report.completed.none'), { exact: true })).toBeVisible();
});

test('C6.027 a report of others is answered with the sentence, and no preview', async ({ page, world }) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const O = await aUserAt(world.database, 'A', await anAccount(world.database, company));
  await enterAt(page, world, O.userId, '/workspace/reports/users');
  await expect(page.getByRole('main')).toContainText('You do not have permission to run the selected report.');
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('C2.025 C2.082 C3.082 a report is run and downloaded as PDF, XML and Parquet', async ({ page, world }) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  await aTransaction(world.database, account, { merchant: '株式会社 Łódź', amount: '120.50' });
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enter(page, world, C.userId);
  const files: Record<string, Buffer> = {};
  for (const format of ['pdf', 'xml', 'parquet'] as const) {
    await page.goto(world.at('tessera', '/workspace/reports/transactions-detail'));
    await scripted(page);
    await page.getByLabel(text('report.format')).selectOption({ label: text(`listing.export.${format}`) });
    await page.getByLabel(text('report.period')).selectOption({ label: text('report.period.days') });
    await page.getByLabel(text('listing.from'), { exact: true }).fill('2026-03-01');
    await page.getByRole('button', { name: text('report.run') }).click();
    const link = page.getByRole('main').getByRole('link', { name: text('report.download'), exact: true });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('main')).toContainText(text(`listing.export.${format}`));
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(`${text('report.standard.transactions-detail')}.${format}`);
    files[format] = readFileSync(await download.path());
  }
  const { info, isTagged, pages } = await readPdf(files.pdf as Buffer);
  expect([info.Title, info.Author, isTagged]).toEqual([
    text('report.standard.transactions-detail'),
    'Carla Berg',
    true
  ]);
  // Its words may stand on two lines.
  expect(pages[0]?.text).toMatch(/株式会社\s*Łódź/);
  expect(pages[0]?.text).toContain('120.50');
  expect(files.xml?.toString()).toContain('<merchantName>株式会社 Łódź</merchantName>');
  expect(files.parquet?.subarray(0, 4).toString()).toBe('PAR1');
});
