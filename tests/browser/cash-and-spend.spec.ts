import { translator } from '@/lib/core/language/texts';
import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enterAt, notice, readIn, scripted, signInBeside } from '../support/workspace-walk';

test('C2.017 a cardholder adds what was paid in cash by keyboard alone, and takes it back', async ({ page, world }) => {
  const { database } = world;
  const account = await anAccount(database, await aCompany(database, await anIssuer(database)), { name: 'Ada Holm' });
  const { userId } = await aUserAt(database, 'A', account);
  await enterAt(page, world, userId, '/workspace/transactions');
  await page
    .getByRole('link', { name: text('transaction.add'), exact: true })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('transaction.add'));
  await expectAccessible(page);
  // Submitted empty: missing values are reported at their fields.
  await page.getByLabel(text('transaction.purpose')).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
  await expect(page.locator('[name=merchantName]')).toHaveAttribute('aria-invalid', 'true');
  for (const [label, typed] of [
    ['purpose', 'Taxi to the fair'],
    ['merchantName', 'Hansen Taxi'],
    ['amount', '48.30']
  ] as const) {
    await page.locator(`[name=${label}]`).focus();
    await page.keyboard.type(typed);
  }
  const receipt = page.locator('[name=receipt]');
  await receipt.setInputFiles({ name: 'taxi.txt', mimeType: 'text/plain', buffer: Buffer.from('48.30') });
  await expect(page.locator('#form-receipt-error')).toContainText('JPG');
  await receipt.setInputFiles({ name: 'taxi.png', mimeType: 'image/png', buffer: aReceipt('png') });
  await page.locator('[name=amount]').focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(text('transaction.done.added'));
  await expect(page.locator('.page-detail')).toContainText('EUR 48.30');
  await expect(page.getByRole('listitem').filter({ hasText: 'taxi.png' })).toBeVisible();
  await expectAccessible(page);
  await scripted(page);
  await page.getByRole('link', { name: text('transaction.add.like') }).click();
  await expect(page.locator('[name=merchantName]')).toHaveValue('Hansen Taxi');
  await page.goBack();
  await scripted(page, '.page-head');
  const dialog = page.getByRole('dialog');
  // The page that one comes back to is asked for again, and its dialogs begin anew with the answer.
  await expect(async () => {
    await page
      .locator('.page-head')
      .getByRole('button', { name: text('transaction.remove'), exact: true })
      .click({ timeout: 3_000 });
    await expect(dialog.getByRole('button', { name: text('form.cancel') })).toBeFocused({ timeout: 3_000 });
  }).toPass();
  await dialog.getByRole('button', { name: text('transaction.remove') }).click();
  await expect(notice(page)).toContainText(text('transaction.done.removed'));
  await expect(page.getByText(text('transaction.none'))).toBeVisible();
});

for (const [brand, locale] of [
  ['tessera', 'en_US'],
  ['asanagi', 'ja']
] as const)
  test(`C2.016 spend is shown by month, category and place, at 1280 and 375 px (${brand}, ${locale})`, async ({
    page,
    world
  }) => {
    const { database } = world;
    const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
    const points = [
      await anOrgPoint(database, company, { name: 'Sales North' }),
      await anOrgPoint(database, company, { name: 'Production' })
    ];
    const now = new Date();
    for (let index = 0; index < 60; index++) {
      const account = await anAccount(database, points[index % 2] as never);
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (index % 11), 3));
      await aTransaction(database, account, {
        postingDate: month.toISOString().slice(0, 10),
        amount: `${((index * 7919) % 100_000) / 100}`,
        category: ['7011', '5541', '5812', '4511'][index % 4]
      });
    }
    const { userId } = await aUserAt(database, 'C', company);
    await signInBeside(page, world, userId, brand);
    await readIn(locale, page, world, brand);
    await page.goto(world.at(brand, '/workspace/transactions/spend'));
    await expect(page.locator('.chart .recharts-bar-rectangle').first()).toBeVisible();
    await page.getByRole('link', { name: translator(locale)('spend.by.place'), exact: true }).click();
    await expect(page.getByRole('link', { name: 'Sales North', exact: true })).toBeVisible();
    await expectAccessible(page);
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await keepPicture(page, `spend-${brand}-${scheme}`);
    }
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page);
      await keepPicture(page, `spend-${brand}-${width}`);
      if (process.env.SHOTS) {
        await page.goto(world.at(brand, '/workspace/transactions/new'));
        await keepPicture(page, `cash-${brand}-${width}`);
        await page.goBack();
        await expect(page.locator('.chart .recharts-bar-rectangle').first()).toBeVisible();
      }
    }
    await page.getByRole('link', { name: 'Sales North', exact: true }).click();
    await expect(page.locator('.page-detail')).toHaveText('Sales North');
    // A part of a column leads to the transactions behind it, which the list's filters name.
    await page.locator('.chart .recharts-bar-rectangle').last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(translator(locale)('transaction.title'));
    await expect(page.locator('.chip', { hasText: 'Sales North' })).toBeVisible();
    await expect(page.locator('.listing tbody tr').first()).toBeVisible();
  });
