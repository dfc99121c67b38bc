import type { Page } from '@playwright/test';
import { expect, test, type World } from '../support/browser';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enterAt, notice, scripted } from '../support/workspace-walk';

const center = (page: Page) => page.getByRole('combobox', { name: 'Cost center' }).first();
const save = (page: Page) => page.getByRole('button', { name: text('form.save'), exact: true }).click();

/** A charge that its cardholder has coded S100, on the page. */
async function aCodedCharge(page: Page, world: World) {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  await aScheme(world.database, company);
  const { id } = await aTransaction(world.database, account, { merchant: 'Quay Fuel', amount: '61.20' });
  const A = await aUserAt(world.database, 'A', account);
  const path = world.at('tessera', `/workspace/transactions/${id}`);
  await enterAt(page, world, A.userId, path);
  await scripted(page);
  await center(page).fill('S100');
  await page.locator('[role=listbox] [role=option]').first().click();
  await save(page);
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  return path;
}

test('W5 C1.002 a code that is typed over before the script is there stays, and is kept', async ({ page, world }) => {
  const path = await aCodedCharge(page, world);
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/_next/static/chunks/**', async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(center(page)).toHaveValue(/S100|Sales/);
  await center(page).fill('F200');
  arrive();
  await scripted(page);
  await expect(center(page)).toHaveValue('F200');
  await save(page);
  await expect(notice(page)).toContainText(text('transaction.done.saved'));
  await page.goto(path);
  await expect(center(page)).toHaveValue(/F200|Fleet/);
});

test('W5 C1.002 without script a code that is typed over is kept, and one that is cleared is gone', async ({
  page,
  world,
  browser
}) => {
  const path = await aCodedCharge(page, world);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    userAgent: await page.evaluate(() => navigator.userAgent)
  });
  const plain = await context.newPage();
  for (const [typed, shown] of [
    ['F200', /F200|Fleet/],
    ['', /^$/]
  ] as const) {
    await plain.goto(path);
    await center(plain).fill(typed);
    await save(plain);
    await expect(notice(plain)).toContainText(text('transaction.done.saved'));
    await plain.goto(path);
    await expect(center(plain)).toHaveValue(shown);
  }
  await context.close();
});
