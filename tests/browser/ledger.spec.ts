import { readFileSync } from 'node:fs';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, listedRows, scripted, signInBeside, tabTo } from '../support/workspace-walk';

async function aDesk({ database }: World) {
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const account = await anAccount(database, company, { name: 'Ada Holm', lastFour: '4711' });
  for (const [merchant, amount] of [
    ['Harbour Hotel', '240.50'],
    ['=Quay Fuel', '61.20'],
    ['Größe 標準', '1000.00']
  ])
    await aTransaction(database, account, { merchant, amount, state: 'approved' });
  await aTransaction(database, account, { merchant: 'Not yet', state: 'reviewed' });
  return { C: await aUserAt(database, 'C', company, { firstName: 'Carla', lastName: 'Ruiz' }) };
}

test('CD.30 C4.007 an accountant exports what is approved, takes the file, and reverses it, by the keyboard alone', async ({
  page,
  world
}) => {
  test.slow();
  const { C } = await aDesk(world);
  await enter(page, world, C.userId);
  await scripted(page);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.title'));
  await expectAccessible(page);
  await scripted(page);
  await tabTo(page, page.locator('main').getByRole('link', { name: text('ledger.new'), exact: true }), { most: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.new'));
  await expect(page.getByRole('combobox', { name: text('ledger.place') })).toHaveValue(/Harbour Works/);
  await scripted(page);
  await page.getByLabel(text('ledger.from')).fill('2026-03-01');
  await page.getByLabel(text('ledger.to')).fill('2026-03-31');
  await page.getByLabel(text('ledger.to')).focus();
  await tabTo(page, page.getByRole('button', { name: text('ledger.check'), exact: true }), { most: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: text('ledger.would') })).toBeFocused();
  await expect(page.getByRole('row', { name: /EUR 3 EUR 1,301\.70/ })).toBeVisible();
  await expect(page.locator('.ledger-preview')).toContainText("'=Quay Fuel");
  await expectAccessible(page);
  await scripted(page);
  // A scrollable area is a tab stop, another area is not.
  await expect(page.locator('.ledger-preview')).toHaveAttribute('tabindex', '0');
  await expect(page.locator('main .table')).not.toHaveAttribute('tabindex');
  await tabTo(page, page.getByRole('button', { name: 'Export 3 transactions' }).first(), { most: 120 });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Export 3 transactions' }), { most: 120 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger export 1');
  await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
  await expectAccessible(page);

  await scripted(page);
  const file = /^ledger-1_2026-03-01_2026-03-31\.csv$/;
  await tabTo(page, page.getByRole('link', { name: 'ledger-1_2026-03-01_2026-03-31.csv' }), { most: 120 });
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(file);
  const content = readFileSync(await download.path(), 'utf8');
  expect(content.split('\r\n')).toHaveLength(5);
  expect(content).toContain("'=Quay Fuel");
  expect(content).toContain('Größe 標準');

  await page.goto(world.at('tessera', '/workspace/transactions?exportNumber=1'));
  await expect(listedRows(page)).toHaveCount(3);
  await expect(page.locator('.listing-scroll tbody')).not.toContainText('Not yet');
  await scripted(page);
  await page
    .getByRole('row', { name: /Harbour Hotel/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  await dialog.getByLabel(text('transaction.reason')).fill('Booked by hand');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  await expect(page.locator('.listing-rows').getByRole('status').first()).toBeVisible();
  await expect(listedRows(page)).toHaveCount(2);

  // A single one, on its page.
  await page.locator('.listing-scroll tbody a').first().click();
  await expect(page.locator('.transaction-amount')).toBeVisible();
  await page.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  await dialog.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel(text('transaction.reason')).fill('Booked by hand');
  await dialog.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  await expect(page.getByText(text('transaction.done.reverse_export'))).toBeVisible();

  await page.goto(world.at('tessera', '/workspace/ledger'));
  await page.locator('.listing-scroll tbody a').first().click();
  await expect(page.locator('main')).toContainText('2 of 3 transactions were reversed.');
  await scripted(page);
  await page.locator('select[name=layoutId]').selectOption('journal');
  await page.getByRole('button', { name: text('ledger.again.submit') }).click();
  await expect(page.locator('.table a')).toHaveCount(2, { timeout: 20_000 });
  await scripted(page);
  await page.getByRole('button', { name: text('ledger.reverse') }).click();
  await dialog.getByRole('button', { name: text('ledger.reverse') }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel(text('ledger.reason')).fill('Wrong month');
  await dialog.getByRole('button', { name: text('ledger.reverse') }).click();
  await expect(page.locator('main')).toContainText('3 of 3 transactions were reversed.', { timeout: 20_000 });
  await expect(page.getByRole('button', { name: text('ledger.reverse') })).toHaveCount(0);
});

for (const [brand, width] of [
  ['tessera', 1280],
  ['norrvik', 375]
] as const)
  test(`the screens of exports fit and can be read at ${width} pixels on ${brand}`, async ({ page, world }) => {
    test.slow();
    const { C } = await aDesk(world);
    await page.setViewportSize({ width, height: 900 });
    await signInBeside(page, world, C.userId, brand);
    for (const path of [
      '/workspace/ledger',
      '/workspace/ledger/new?from=2026-03-01&to=2026-03-31&layoutId=journal',
      '/workspace/ledger/layouts',
      '/workspace/ledger/layouts/journal'
    ]) {
      await page.goto(world.at(brand, path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
      await keepPicture(page, `ledger-${width}-${path.replaceAll(/[^a-z]+/g, '-').slice(0, 40)}`);
    }
    await page.goto(world.at(brand, '/workspace/ledger/new'));
    await scripted(page);
    await page.getByLabel(text('ledger.from')).fill('2026-03-01');
    await page.getByLabel(text('ledger.to')).fill('2026-03-31');
    await page.getByRole('button', { name: text('ledger.check') }).click();
    await expect(page.getByRole('heading', { name: text('ledger.would') })).toBeVisible();
    await expectAccessible(page);
    await keepPicture(page, `ledger-${width}-checked`);
    await scripted(page);
    await page.getByRole('button', { name: 'Export 3 transactions' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export 3 transactions' }).click();
    await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
    await expectAccessible(page);
    await expectFits(page);
    await keepPicture(page, `ledger-${width}-done`);
  });
