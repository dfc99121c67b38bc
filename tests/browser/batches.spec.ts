import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { inGroupOfAll } from '../support/buyers';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, notice, scripted } from '../support/workspace-walk';

const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

/** Opens an empty form of a company's set-up. */
async function begin(page: Page, world: World, entity: string, { issuerId, id }: StructureNode): Promise<void> {
  await page.goto(world.at('tessera', `/workspace/set-up/${entity}/new?issuer=${issuerId}&company=${id}`));
  await scripted(page);
}

async function save(page: Page): Promise<void> {
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));
}

/** What requests are made from: a type, a supplier that is paid straight through, a template, and a layout of files. */
async function setUp(page: Page, world: World, company: StructureNode): Promise<void> {
  await begin(page, world, 'purchase-type', company);
  await page.locator('[name=name]').fill('Tools');
  await save(page);
  await begin(page, world, 'supplier', company);
  await page.locator('[name=name]').fill('Rivet Tools');
  await page.locator('[name=merchantId]').fill('RIVETTOOLS00001');
  await page.locator('[name=emails]').fill('orders@rivet.example');
  await page.locator('[name=language]').selectOption('de');
  await page.locator('[name=straightThrough]').check();
  await save(page);
  await begin(page, world, 'purchase-template', company);
  await page.locator('[name=name]').fill('Supplies');
  await page.locator('[name=type]').selectOption({ label: 'Tools' });
  await page.locator('[name=currency]').selectOption('NOK');
  await page.locator('[name=velocity]').selectOption('monthly');
  await page.locator('[name=velocityAmount]').fill('2000');
  await page.locator('[name=validityLevels][value=expiry]').check();
  await save(page);
  await begin(page, world, 'batch-setup', company);
  await expectAccessible(page);
  await page.locator('[name=name]').fill('Orders');
  await page.locator('[name=format]').selectOption('csv');
  await page.locator('[name=template]').selectOption({ label: 'Supplies' });
  await page.locator('[name=submits]').check();
  await save(page);
}

/** The buyer takes the watched folder, and reads about it in three languages, wide and narrow. */
async function takeFolder(page: Page, world: World, userId: string): Promise<void> {
  const folder = page.getByRole('region', { name: text('batch.folder.title') });
  await folder.getByRole('button', { name: text('batch.folder.take') }).click();
  await expect(folder.locator('code')).toContainText('/Orders');
  for (const locale of ['ja', 'de', 'en_US']) {
    await world.database.query('UPDATE users SET locale = $1 WHERE user_id = $2', [locale, userId]);
    for (const [width, name] of [
      [375, 'narrow'],
      [1440, 'wide']
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await scripted(page);
      await expectAccessible(page);
      await expectFits(page);
      await keepPicture(page, `batch-folders-${locale}-${name}`);
    }
  }
}

/** The buyer takes the example of the layout, and brings it back as it is: nothing is wrong with it. */
async function tryExample(page: Page): Promise<void> {
  const upload = page.url();
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text('batch.example', { setup: 'Orders' }) }).click()
  ]);
  expect(example.suggestedFilename()).toBe('requests.csv');
  await page.locator('[name=file]').setInputFiles({
    name: example.suggestedFilename(),
    mimeType: 'text/csv',
    buffer: readFileSync(await example.path())
  });
  await press(page, text('setup.import.try'));
  await expect(page.getByRole('button', { name: 'Make 2 requests' })).toBeVisible();
  await page.goto(upload);
  await scripted(page);
}

const FILE = [
  'Reference,Supplier,Description,Unit cost,Limit',
  'O-1,Rivet Tools,Drill,500,600',
  'O-2,Nobody,Gloves,15,20'
].join('\n');

test('C1.006 C1.028 C2.022 C5.064 a buyer uploads a file of requests, and an approved one is paid straight through', async ({
  page,
  world
}) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const buyer = await aUserAt(world.database, 'A', await anAccount(world.database, company));
  const administrator = await aUserAt(world.database, 'C', company);
  await enter(page, world, administrator.userId);
  await setUp(page, world, company);
  await inGroupOfAll(world.database, company, buyer);

  await enterAt(page, world, buyer.userId, '/workspace/purchase-requests');
  await page
    .locator('main')
    .getByRole('link', { name: text('batch.title') })
    .click();
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'batches');
  await takeFolder(page, world, buyer.userId);
  await tryExample(page);
  await page
    .locator('[name=file]')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await press(page, text('setup.import.try'));
  const faults = page.getByRole('region', { name: text('batch.faults.title') });
  await expect(faults.getByRole('row').nth(1)).toContainText('supplier');
  await expectAccessible(page);
  await keepPicture(page, 'batch-checked');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'batch-checked-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await scripted(page);
  await press(page, 'Make the 1 request without faults');
  await expect(notice(page)).toContainText('1 request was made.');

  await enter(page, world, administrator.userId);
  const [made] = await world.database.query<{ id: string }>('SELECT id FROM purchase_requests WHERE company_id = $1', [
    company.id
  ]);
  await page.goto(world.at('tessera', `/workspace/purchase-requests/${made?.id}`));
  await scripted(page);
  await press(page, text('transaction.event.approve'));
  await expect(notice(page)).toContainText(text('purchase.done.approved'));
  const payment = page.getByRole('region', { name: text('setup.entity.supplier.field.straightThrough') });
  await expect(async () => {
    await page.reload();
    await expect(payment).toContainText(text('supplier.payment.paid'), { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
});
