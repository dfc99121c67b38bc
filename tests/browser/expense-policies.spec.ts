import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { whileLocked } from '../support/held-rows';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, notice, scripted } from '../support/workspace-walk';

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
const rule = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const link = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true });
const dryRun = (page: Page) => page.getByRole('region', { name: 'Dry run' });

test('C2.019 an administrator writes a policy as sentences, sees its dry run, puts it into force and starts the next version', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const account = await anAccount(world.database, company);
  await aTransaction(world.database, account, { postingDate: day(-3), amount: '620.00', merchant: 'Harbour Hotel' });
  await aTransaction(world.database, account, { postingDate: day(-2), amount: '20.00', merchant: 'Corner Café' });
  const { userId } = await aUserAt(world.database, 'C', company);
  await enterAt(page, world, userId, '/workspace/set-up/expense-policy');
  await link(page, 'Add').click();
  await page.getByLabel('Name').fill('Travel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(notice(page)).toContainText('Added.');
  await link(page, 'Travel').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travel');
  await expect(page.locator('.page-detail')).toContainText('Draft');
  await expect(dryRun(page)).toContainText('0 of 2 transactions of the last 90 days');

  // A rule is a sentence; a fault stands at it, and nothing typed is lost.
  await link(page, 'Add: Amount per line').click();
  const line = rule(page, 'Amount per line');
  await expect(line).toContainText('when one line of');
  await scripted(page);
  await line.getByLabel('Limit').fill('much');
  await line.getByRole('button', { name: 'Add' }).click();
  await expect(line.getByRole('alert')).toContainText('Limit must be a number.');
  await expectAccessible(page);
  await line.getByLabel('Limit').fill('1,500.50');
  await line.getByRole('button', { name: 'Add' }).click();
  await expect(notice(page)).toContainText('Added.');
  await expect(dryRun(page)).toContainText('0 of 2');

  await scripted(page);
  await line.getByLabel('Limit').fill('500');
  await line.getByLabel('Does').selectOption('Refuse');
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(notice(page)).toContainText('Saved.');
  await expect(dryRun(page)).toContainText('1 of 2');
  await dryRun(page).getByText('Amount per line').click();
  await expect(dryRun(page)).toContainText('less would clear it.');
  await expect(dryRun(page).getByRole('link', { name: 'Harbour Hotel' })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'expense-policy');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'expense-policy-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  // From its first day on it doesn't change; the next version is a draft with its rules.
  await page.getByLabel('In force from').fill(day(-30));
  await page.getByRole('region', { name: 'Version' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.page-detail')).toContainText('In force since');
  await expect(page.locator('main')).toContainText('Refuse when one line of any expense is above');
  await expect(page.getByLabel('Limit')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start the next version' }).click();
  await expect(page.locator('.page-detail')).toContainText('Draft');
  await expect(line.getByLabel('Limit')).toHaveValue('500');
  await scripted(page);
  await line.getByRole('button', { name: 'Delete' }).click();
  await expect(notice(page)).toContainText('Deleted.');
  await expect(line).toHaveCount(0);
});

test('issue 17 a dry run says that it is on its way', async ({ page, world }) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  await aTransaction(world.database, await anAccount(world.database, company), { postingDate: day(-3) });
  const id = await anExpensePolicy(world.database, company);
  await aPolicyRule(world.database, company, id, { kind: 'receipt', level: 'note', amount: '0' });
  const { userId } = await aUserAt(world.database, 'C', company);
  await enter(page, world, userId);
  await whileLocked(world.database, 'attachments', async () => {
    await page.goto(world.at('tessera', `/workspace/expense-policies/${id}?issuer=${company.issuerId}`), {
      waitUntil: 'commit'
    });
    await expect(page.getByRole('status', { name: 'Dry run' })).toBeVisible();
  });
});

test('C3.022 C5.056 an administrator lets a new default mileage rate follow from a date', async ({ page, world }) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const { userId } = await aUserAt(world.database, 'C', company);
  await enterAt(page, world, userId, '/workspace/set-up/mileage-rate');
  await link(page, 'Add').click();
  await page.getByLabel('Name').fill('Own car');
  await page.getByLabel(/^Rate/).fill('1.85');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.locator('[name=unit]').selectOption('kilometer');
  await page.getByLabel('Default rate').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await link(page, 'Own car').click();
  await link(page, 'New from a date').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Own car from a new date');
  await expectAccessible(page);
  await page.getByLabel(/^Rate/).fill('2.5');
  await page.getByLabel('Effective from').fill('2026-01-01');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(notice(page)).toContainText('Added.');
  await expect(page.getByRole('row', { name: /2\.5/ })).toContainText('Yes');
  await expect(page.getByRole('row', { name: /1\.85/ })).toContainText('Dec 31, 2025');
});
