import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { inGroupOfAll } from '../support/buyers';
import { aCard } from '../support/registration';
import { aCompany, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, notice, scripted } from '../support/workspace-walk';

const LIST = '/workspace/purchase-requests';
const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

/** A new record of a company's set-up list. */
async function make(page: Page, world: World, entity: string, company: StructureNode, fill: () => Promise<unknown>) {
  const { issuerId, id } = company;
  await page.goto(world.at('tessera', `/workspace/set-up/${entity}/new?issuer=${issuerId}&company=${id}`));
  await scripted(page);
  await fill();
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));
}

const typed = (page: Page, name: string, value: string) => page.locator(`[name="${name}"]`).fill(value);

/** Reads a page in three languages, wide and narrow. */
async function readEverywhere(page: Page, world: World, { id }: { id: string }, name: string): Promise<void> {
  for (const locale of ['ja', 'de', 'en_US']) {
    await world.database.query('UPDATE users SET locale = $1 WHERE id = $2', [locale, id]);
    for (const [width, size] of [
      [375, 'narrow'],
      [1440, 'wide']
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await page.reload();
      await scripted(page);
      await expectFits(page);
      await keepPicture(page, `${name}-${locale}-${size}`);
    }
  }
  await expectAccessible(page);
}

test('C1.005 C2.020 C3.016 C3.017D C3.018 a buyer requests for a colleague with invoices and copies it, an administrator tries the template and approves many, the card is shown', async ({
  page,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  const [{ account }, { account: place }] = [
    await aCard(world.database, company),
    await aCard(world.database, company)
  ];
  await world.database.query("UPDATE accounts SET currency = 'NOK' WHERE id = ANY($1)", [[account.id, place.id]]);
  const buyer = await aUserAt(world.database, 'A', account);
  const served = await aUserAt(world.database, 'A', place, { firstName: 'Ingrid', lastName: 'Solberg' });
  const administrator = await aUserAt(world.database, 'C', company);
  const today = new Date().toISOString().slice(0, 10);
  await aTransaction(world.database, place, { amount: '800.00', postingDate: today, merchant: 'NORDLYS HOTELL' });
  await aTransaction(world.database, place, { amount: '90.00', postingDate: today, merchant: 'HARBOUR CAFE' });

  await enter(page, world, administrator.userId);
  await make(page, world, 'purchase-type', company, () => typed(page, 'name', 'Travel'));
  await make(page, world, 'supplier', company, async () => {
    await typed(page, 'name', 'Nordlys Hotell');
    await typed(page, 'merchantId', 'NORDLYSHOTELL01');
    await typed(page, 'emails', 'booking@nordlys.example');
    await page.locator('[name=language]').selectOption('ja');
  });
  await make(page, world, 'purchase-template', company, async () => {
    await typed(page, 'name', 'A stay');
    await page.locator('[name=type]').selectOption({ label: 'Travel' });
    await page.locator('[name=currency]').selectOption('NOK');
    await page.locator('[name=validityLevels][value=expiry]').check();
    await page.locator('[name=velocity]').selectOption('monthly');
    await typed(page, 'velocityAmount', '700');
    await page.locator('[name=merchantName]').selectOption('starts');
    await typed(page, 'merchantNames', 'NORDLYS HOTELL');
  });
  await page.locator('main').getByRole('link', { name: 'A stay' }).first().click();
  await page
    .locator('main')
    .getByRole('link', { name: text('purchase.past') })
    .click();
  const outcome = page.getByRole('region', { name: '2 of 2' });
  await expect(outcome).toContainText('HARBOUR CAFE asked');
  await readEverywhere(page, world, administrator, 'purchase-dry-run');
  await inGroupOfAll(world.database, company, buyer);
  await world.database.query(
    `INSERT INTO purchase_group_users (issuer_id, group_id, user_id, group_state)
     SELECT issuer_id, group_id, $2, group_state FROM purchase_group_users WHERE user_id = $1`,
    [buyer.id, served.id]
  );

  await enterAt(page, world, buyer.userId, `${LIST}/new`);
  await page.locator('main').getByRole('link', { name: 'A stay' }).click();
  await page.waitForURL(/template=/);
  await scripted(page);
  const form = page.url();
  await readEverywhere(page, world, buyer, 'purchase-new');
  await page.goto(form);
  await scripted(page);
  await page.locator('[name=supplierId]').selectOption({ label: 'Nordlys Hotell' });
  await page.getByRole('combobox', { name: text('purchase.behalf') }).fill('solb');
  await page.getByRole('option', { name: /Ingrid Solberg/ }).click();
  await typed(page, 'line.1.description', 'Two nights');
  await typed(page, 'line.1.unitCost', '500');
  await typed(page, 'purchaseLimit', '600');
  await typed(page, 'invoices', 'INV-1; 2026-11-30; 700');
  await press(page, text('purchase.save'));
  await expect(page.locator('main').getByRole('alert').first()).toContainText('600');
  await typed(page, 'invoices', 'INV-1; 2026-11-30; 450.00; PO-7\nINV-2; 2026-12-01; 50');
  await press(page, text('purchase.save'));
  await expect(notice(page)).toContainText(text('purchase.done.saved'));
  const address = page.url().replace(/\?.*/, '');
  await expect(page.locator('main')).toContainText('Ingrid Solberg');
  await expect(page.getByRole('region', { name: text('purchase.invoices') })).toContainText('PO-7');
  await press(page, text('purchase.submit'));
  await expect(notice(page)).toContainText(text('purchase.done.submitted'));

  await page
    .locator('main')
    .getByRole('link', { name: text('purchase.copy'), exact: true })
    .click();
  await expect(page.locator('main')).toContainText('Copy of PR-000001');
  await scripted(page);
  await expect(page.locator('[name="line.1.description"]')).toHaveValue('Two nights');
  await readEverywhere(page, world, buyer, 'purchase-copy');
  await press(page, text('purchase.save'));
  await press(page, text('purchase.submit'));
  await expect(notice(page)).toContainText(text('purchase.done.submitted'));

  await enterAt(page, world, administrator.userId, `${LIST}/approvals`);
  await scripted(page);
  await page.locator('thead').getByRole('checkbox').check();
  await keepPicture(page, 'purchase-bulk');
  await press(page, text('transaction.event.approve'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('transaction.event.approve') })
    .click();
  await expect(page.locator('main')).toContainText(text('purchase.approvals.none'));

  await enterAt(page, world, buyer.userId, address);
  await readEverywhere(page, world, buyer, 'purchase-request-card');
  await expect(page.locator('main')).not.toContainText(/\d{4} \d{4} \d{4} \d{4}/);
  await press(page, text('purchase.show'));
  await expect(page.getByRole('region', { name: text('purchase.show') })).toContainText(/\d{4} \d{4} \d{4} \d{4}/);
  await expectAccessible(page);
  await press(page, text('purchase.show.hide'));
  await expect(page.locator('main')).not.toContainText(/\d{4} \d{4} \d{4} \d{4}/);
});
