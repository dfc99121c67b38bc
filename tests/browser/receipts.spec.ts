import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { translator } from '@/lib/core/language/texts';
import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { aPhoto, aTextPdf } from '../support/receipt-pictures';
import { startServer } from '../support/server';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

const words = translator('en_US');

/** Drops files of this computer on the page, as a person does. */
async function drop(page: Page, files: Record<string, Buffer>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  const paths = Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
  const box = await page.locator('.file-drop').boundingBox();
  if (!box) throw new Error('nowhere to drop');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: paths, dragOperationsMask: 1 }
    });
}

test('C3.028 C5.061 a cardholder drops receipts, matches one to its charge, takes it off and matches it there again', async ({
  page,
  world
}) => {
  test.slow();
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const today = new Date().toISOString().slice(0, 10);
  const options = { postingDate: today, merchant: 'Harbour Hotel', amount: '120.50' };
  const hotel = await aTransaction(world.database, account, options);
  const cafe = await aTransaction(world.database, account, { ...options, merchant: 'Corner Café', amount: '9.00' });
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  await enter(page, world, A.userId);
  await expect(page.getByRole('main')).toContainText(`2 ${words('home.task.receipts', { count: 2 })}`);
  await goByNavigation(page, 'receipt.title');
  await expect(page.getByRole('main')).toContainText(text('receipt.none'));
  await scripted(page);

  const bytes = aReceipt('png', 5_000);
  await drop(page, { 'hotel.png': bytes, 'taxi.pdf': aReceipt('pdf', 5_000) });
  const status = page.locator('.receipt-drop').getByRole('status');
  await expect(status).toHaveText(text('receipt.sent.of', { done: '2', all: '2' }));
  const card = page.getByRole('article', { name: 'hotel.png' });
  await expect(page.getByRole('article')).toHaveCount(2);

  // A file of another kind is told beside it, and stops no other.
  await page.getByLabel(text('receipt.choose')).setInputFiles([
    { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('GIF89a', 'latin1') },
    { name: 'lunch.jpg', mimeType: 'image/jpeg', buffer: aReceipt('jpg', 2_000) }
  ]);
  await expect(page.locator('.receipt-sending').getByRole('alert')).toContainText('JPG, PNG, PDF');
  await expect(status).toHaveText(text('receipt.sent.of', { done: '3', all: '4' }));
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('button', { name: `${text('receipt.again')}: fake.jpg` })).toBeVisible();

  // Pasted anywhere on the page, the same file is not taken twice.
  await page.evaluate(
    (content) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(content)], 'again.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    [...bytes]
  );
  await expect(page.locator('.receipt-sending')).toContainText(text('receipt.already'));
  await expect(page.getByRole('article')).toHaveCount(3);

  // One that isn't read yet is found by the name of its file.
  const search = page.getByRole('searchbox', { name: text('receipt.search') });
  await search.fill('TAXI');
  await search.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'taxi.pdf' })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'receipt-search');
  await search.fill('4539148803436467');
  await search.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(page.url()).not.toContain('4539148803436467');
  await page.getByRole('link', { name: text('receipt.search.all') }).click();
  await expect(page.getByRole('article')).toHaveCount(3);

  await card.getByLabel(text('receipt.amount')).fill('120.50');
  await card.getByRole('button', { name: text('receipt.save'), exact: true }).click();
  await expect(card.getByRole('listitem').first()).toContainText('Harbour Hotel');
  await expect(card.getByRole('listitem').first()).toContainText(text('receipt.equal'));
  await expectAccessible(page);
  await keepPicture(page, 'receipts');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'receipts-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  const match = card.getByRole('listitem').first().getByRole('button');
  await match.click();
  await expect(card).toHaveCount(0);
  await page
    .locator('.toast')
    .getByRole('button', { name: text('undo') })
    .click();
  await expect(card).toBeVisible();
  const typed = page.getByRole('article').filter({ hasText: 'lunch.jpg' }).getByLabel(text('receipt.amount'));
  await typed.fill('35');
  await match.click();
  await expect(card).toHaveCount(0);
  await expect(typed).toHaveValue('35');

  await page.goto(world.at('tessera', `/workspace/transactions/${hotel.id}`));
  await scripted(page);
  await page.locator('[name=purpose]').fill('Trade fair');
  const panel = page.getByRole('region', { name: text('attachment.title') });
  const href = (await panel.getByRole('link', { name: 'hotel.png' }).getAttribute('href')) as string;
  const client = new PortalClient(world.server.port, 'tessera.localhost');
  await client.signIn(A.userId, PASSWORD);
  expect((await client.call(href)).status).toBe(200);
  await panel.getByRole('button', { name: text('receipt.view', { name: 'hotel.png' }) }).click();
  const dialog = page.getByRole('dialog', { name: 'hotel.png' });
  await dialog.getByRole('button', { name: text('receipt.rotate') }).click();
  await dialog.getByRole('button', { name: text('receipt.larger') }).click();
  const large = dialog.getByRole('img', { name: 'hotel.png' });
  await expect(dialog.locator('.picture-sheet')).toHaveCSS('rotate', '90deg');
  expect(await large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expectAccessible(page);
  await keepPicture(page, 'receipt-large');
  await dialog.getByRole('button', { name: text('receipt.close') }).click();

  await panel.getByRole('button', { name: `${text('receipt.detach')}: hotel.png` }).click();
  await expect(panel).toContainText(text('attachment.none'));
  const own = panel.getByRole('region', { name: text('receipt.from.box') });
  await expect(own.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await keepPicture(page, 'receipts-beside-charge');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'receipts-beside-charge-narrow');
  await own.getByRole('button', { name: `${text('receipt.match')}: hotel.png` }).click();
  await expect(panel.getByRole('link', { name: 'hotel.png' })).toBeVisible();
  await expect(own.getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('[name=purpose]')).toHaveValue('Trade fair');
  await page.goto(world.at('tessera', '/workspace'));
  await expect(page.getByRole('main')).toContainText(`1 ${words('home.task.receipts', { count: 1 })}`);

  // The same file on a second transaction is told where both are seen.
  await page.goto(world.at('tessera', `/workspace/transactions/${cafe.id}`));
  await scripted(page);
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name: 'copy.png', mimeType: 'image/png', buffer: Buffer.from(bytes) });
  await panel.getByRole('button', { name: text('attachment.add') }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'copy.png' })).toContainText('Harbour Hotel');
  await expectAccessible(page);
  await keepPicture(page, 'receipts-same-file');
});

test('C3.028 a file on its way into the box is stopped, and the next one is sent', async ({ page, world }) => {
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const A = await aUserAt(world.database, 'A', account);
  await enter(page, world, A.userId);
  await page.route('**/workspace/receipts/upload', (route) =>
    // The first one never arrives.
    route.request().postDataBuffer()?.includes('slow.png') ? undefined : route.continue()
  );
  await page.goto(world.at('tessera', '/workspace/receipts'));
  await scripted(page);
  await page.getByLabel(text('receipt.choose')).setInputFiles([
    { name: 'slow.png', mimeType: 'image/png', buffer: aReceipt('png', 2_000) },
    { name: 'next.png', mimeType: 'image/png', buffer: aReceipt('png', 3_000) }
  ]);
  const sending = page.locator('.receipt-sending');
  await expect(sending.getByRole('progressbar', { name: 'slow.png' })).toBeVisible();
  await sending.getByRole('button', { name: `${text('file.sending.cancel')}: slow.png` }).click();
  await expect(page.getByRole('article', { name: 'next.png' })).toBeVisible();
  await expect(sending).not.toContainText('slow.png');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('issue 17 point 1 a cardholder gets an address for receipts, copies it and replaces it', async ({
  page,
  world
}) => {
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  await enter(page, world, A.userId);
  await goByNavigation(page, 'receipt.title');
  await scripted(page);
  const mail = page.getByRole('region', { name: text('receipt.mail') });
  await mail.getByRole('button', { name: text('receipt.mail.get') }).press('Enter');
  const address = mail.locator('code');
  await expect(address).toHaveText(/^[a-z2-7]{24}@receipts\.bank\.example$/);
  const first = (await address.textContent()) ?? '';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await mail.getByRole('button', { name: text('receipt.mail.copy') }).click();
  await expect(mail.getByRole('status')).toHaveText(text('receipt.mail.copied'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await world.database.query('UPDATE receipt_addresses SET refused_at = now()');
  await page.reload();
  await expect(mail).toContainText('A mail from another address came on');
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'receipt-mail');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'receipt-mail-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await mail.getByRole('button', { name: text('receipt.mail.renew') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('receipt.mail.renew') })
    .click();
  await expect(address).not.toHaveText(first);
});

test('issue 17 point 1 a document has its first page in the box, and is read page by page beside what is typed', async ({
  page,
  world
}) => {
  test.slow();
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const worker = await startServer({ databaseUrl: world.database.url, env: { TESSERA_ROLE: 'worker' } });
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enterAt(page, world, A.userId, '/workspace/receipts');
    await scripted(page);
    await page.getByLabel(text('receipt.choose')).setInputFiles([
      { name: 'hotel.pdf', mimeType: 'application/pdf', buffer: aTextPdf(['HARBOUR HOTEL', 'Total 120.50'], 2) },
      { name: 'taxi.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(['OSLO TAXI', 'Total 70.00']) }
    ]);
    const card = page.getByRole('article', { name: 'hotel.pdf' });
    await expect(card).toBeVisible();
    // Until it is drawn, a sign stands in its place.
    await expect(async () => {
      await page.reload();
      await expect(page.locator('.receipt img[src$="/preview/0"]')).toHaveCount(2, { timeout: 1_000 });
    }).toPass();
    await scripted(page);
    const small = card.getByRole('button', { name: text('receipt.view', { name: 'hotel.pdf' }) });
    await small.press('Enter');
    const large = page.getByRole('dialog', { name: 'hotel.pdf' });
    await expect(large).toBeFocused();
    await expect(large.getByRole('status')).toHaveText(text('receipt.page', { page: '1', pages: '2' }));
    await expect
      .poll(() => large.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBeGreaterThan(1_500);
    // What is typed beside it stays in reach.
    await card.getByLabel(text('receipt.amount')).fill('120.50');
    await expectAccessible(page);
    await keepPicture(page, 'receipt-document');
    await large.getByRole('button', { name: text('listing.page.next') }).click();
    await expect(large.getByRole('status')).toHaveText(text('receipt.page', { page: '2', pages: '2' }));
    await expect(large.getByRole('button', { name: text('listing.page.next') })).toBeDisabled();
    await large.getByRole('button', { name: text('receipt.larger') }).click();
    await large.getByRole('button', { name: text('receipt.rotate') }).press('Escape');
    await expect(large).toHaveCount(0);
    await expect(small).toBeFocused();
    await expect(card.getByLabel(text('receipt.amount'))).toHaveValue('120.50');
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await small.click();
    await expect(large.getByRole('img')).toBeVisible();
    await expectAccessible(page);
    await keepPicture(page, 'receipt-document-narrow');
  } finally {
    await worker.stop();
  }
});
