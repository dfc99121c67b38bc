import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bundleTexts } from '../../lib/core/texts';
import { expect, expectAccessible, test, type World } from '../support/browser';
import { PASSWORD } from '../support/people';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';

const TEXTS = bundleTexts('en_US', 'Workspace');
const text = (key: string) => TEXTS[key] as string;

async function enter(page: Page, { at }: World, userId: string, brand = 'tessera'): Promise<void> {
  await page.context().clearCookies();
  await page.goto(at(brand));
  await page.locator('#userId').fill(userId);
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#sign-in button[type=submit]').click();
  await expect(page).toHaveURL(/\/workspace$/, { timeout: 20_000 });
}

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

/** Goes on with the Tab key until the focus is on something of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const labels = (element as HTMLInputElement | null)?.labels;
      return [element?.getAttribute('aria-label'), labels?.[0]?.textContent, element?.textContent].map((part) =>
        part?.trim()
      );
    });
    if (focused.some((part) => part === name || part?.startsWith(`${name}\n`))) return;
  }
  throw new Error(`the keyboard doesn't reach “${name}”`);
}

test('CD.30 C4.007 an accountant exports what is approved, takes the file, and reverses it, by the keyboard alone', async ({
  page,
  world
}) => {
  test.slow();
  const { C } = await aDesk(world);
  await enter(page, world, C.userId);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.title'));
  await expectAccessible(page);
  await page.waitForLoadState('networkidle');
  await tabTo(page, text('ledger.new'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('ledger.new'));
  await expect(page.getByRole('combobox', { name: text('ledger.place') })).toHaveValue(/Harbour Works/);
  await page.waitForLoadState('networkidle');
  await page.getByLabel(text('ledger.from')).fill('2026-03-01');
  await page.getByLabel(text('ledger.to')).fill('2026-03-31');
  await page.getByLabel(text('ledger.to')).focus();
  await tabTo(page, text('ledger.check'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: text('ledger.would') })).toBeVisible();
  await expect(page.getByRole('row', { name: /EUR 3 EUR 1,301\.70/ })).toBeVisible();
  await expect(page.locator('.ledger-preview')).toContainText("'=Quay Fuel");
  await expectAccessible(page);
  await page.waitForLoadState('networkidle');
  await tabTo(page, 'Export 3 transactions');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, 'Export 3 transactions');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger export 1');
  await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
  await expectAccessible(page);

  await page.waitForLoadState('networkidle');
  const file = /^ledger-1_2026-03-01_2026-03-31\.csv$/;
  await tabTo(page, 'ledger-1_2026-03-01_2026-03-31.csv');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(file);
  const content = readFileSync(await download.path(), 'utf8');
  expect(content.split('\r\n')).toHaveLength(5);
  expect(content).toContain("'=Quay Fuel");
  expect(content).toContain('Größe 標準');

  await page.goto(world.at('tessera', '/workspace/transactions?exportNumber=1'));
  await expect(page.locator('.listing-scroll tbody tr')).toHaveCount(3);
  await expect(page.locator('.listing-scroll tbody')).not.toContainText('Not yet');
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('row', { name: /Harbour Hotel/ })
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('transaction.reason')).fill('Booked by hand');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('transaction.event.reverse_export') }).click();
  await expect(page.locator('.listing-rows').getByRole('status').first()).toBeVisible();
  await expect(page.locator('.listing-scroll tbody tr')).toHaveCount(2);

  await page.goto(world.at('tessera', '/workspace/ledger'));
  await page.locator('.listing-scroll tbody a').first().click();
  await expect(page.locator('main')).toContainText('1 of 3 transactions were reversed.');
  await page.waitForLoadState('networkidle');
  await page.locator('select[name=layoutId]').selectOption('journal');
  await page.getByRole('button', { name: text('ledger.again.submit') }).click();
  await expect(page.locator('.ledger-table a')).toHaveCount(2, { timeout: 20_000 });
  await page.waitForLoadState('networkidle');
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
    await enter(page, world, C.userId, brand);
    for (const path of [
      '/workspace/ledger',
      '/workspace/ledger/new?from=2026-03-01&to=2026-03-31&layoutId=journal',
      '/workspace/ledger/layouts',
      '/workspace/ledger/layouts/journal'
    ]) {
      await page.goto(world.at(brand, path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0
      );
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/ledger-${width}-${path.replaceAll(/[^a-z]+/g, '-').slice(0, 40)}.png`,
          fullPage: true
        });
    }
    await page.goto(world.at(brand, '/workspace/ledger/new'));
    await page.waitForLoadState('networkidle');
    await page.getByLabel(text('ledger.from')).fill('2026-03-01');
    await page.getByLabel(text('ledger.to')).fill('2026-03-31');
    await page.getByRole('button', { name: text('ledger.check') }).click();
    await expect(page.getByRole('heading', { name: text('ledger.would') })).toBeVisible();
    await expectAccessible(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/ledger-${width}-checked.png`, fullPage: true });
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Export 3 transactions' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export 3 transactions' }).click();
    await expect(page.locator('.page-detail .tag')).toHaveText(text('ledger.status.exported'), { timeout: 20_000 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/ledger-${width}-done.png`, fullPage: true });
  });
