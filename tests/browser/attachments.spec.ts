import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { translator } from '@/lib/core/language/texts';
import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { aPhonePhoto } from '../support/receipt-pictures';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, readIn, scripted } from '../support/workspace-walk';

async function aTrip({ database }: World) {
  const account = await anAccount(database, await aCompany(database, await anIssuer(database)));
  const hotel = await aTransaction(database, account, { merchant: 'Harbour Hotel' });
  const A = await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  return { A, hotel, path: `/workspace/transactions/${hotel.id}` };
}

test('issue 17 point 1 a photo of a phone is made smaller before it is sent, and loses the place where it was taken, however soon that is pressed', async ({
  page,
  world
}) => {
  test.slow();
  const { A, path } = await aTrip(world);
  await page.setViewportSize({ width: 375, height: 800 });
  await enterAt(page, world, A.userId, path);
  await scripted(page);
  const panel = page.getByRole('region', { name: text('attachment.title') });
  const field = panel.getByLabel(text('attachment.file'), { exact: true });
  const add = panel.getByRole('button', { name: text('attachment.add') });
  const folder = mkdtempSync(join(tmpdir(), 'tessera-photos-'));
  const choose = async (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    await field.setInputFiles(join(folder, name));
  };
  /** What is kept under a name, as it is downloaded. */
  async function keptAs(name: string) {
    await expect(panel.getByRole('status')).toHaveText(text('attachment.added', { name }));
    const href = await panel.getByRole('link', { name }).getAttribute('href');
    const bytes = await page.evaluate(
      async (from) => [...new Uint8Array(await (await fetch(from)).arrayBuffer())],
      href as string
    );
    return { size: bytes.length, ...(await sharp(Buffer.from(bytes)).metadata()) };
  }

  const photo = await aPhonePhoto(['HARBOUR HOTEL', 'Total SEK 2 170,00']);
  expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(50);
  await choose('hotel.jpeg', photo);
  await add.click();
  const kept = await keptAs('hotel.jpg');
  // Upright, as the camera was held.
  expect(kept).toMatchObject({ format: 'jpeg', width: 1_800, height: 2_400 });
  expect(kept.exif).toBeUndefined();
  expect(kept.size).toBeLessThan(photo.length / 2);
  await expectFits(page);

  // A long picture of a screen stays readable, and what shines through it is white.
  const screen = { width: 1_000, height: 6_000, channels: 4 as const, background: '#0000' };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 9 };
  const grain = await sharp({ create: { width: 1_000, height: 1_500, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  await choose(
    'chat.png',
    await sharp({ create: screen })
      .composite([{ input: grain, top: 0, left: 0 }])
      .png()
      .toBuffer()
  );
  await add.click();
  expect(await keptAs('chat.jpg')).toMatchObject({ format: 'jpeg', width: 1_000, height: 6_000 });
});

test('CD.12 a cardholder attaches a receipt to a transaction, opens it and removes it, and keeps what was typed beside it', async ({
  page,
  world
}) => {
  test.slow();
  const { A, path } = await aTrip(world);
  await enterAt(page, world, A.userId, path);
  await scripted(page);
  const panel = page.getByRole('region', { name: text('attachment.title') });
  const field = panel.getByLabel(text('attachment.file'), { exact: true });
  const add = panel.getByRole('button', { name: text('attachment.add') });
  await expect(panel).toContainText(text('attachment.none'));
  await page.locator('[name=purpose]').fill('Trade fair');

  // Nothing chosen, a larger file than is sent at all, and one of another kind: each is told at the field.
  const fault = panel.locator('.field-error');
  await add.click();
  await expect(fault).toHaveText(text('required.field', { field: text('attachment.file') }));
  await field.setInputFiles({
    name: 'scan.pdf',
    mimeType: 'application/pdf',
    buffer: aReceipt('pdf', 9 * 1024 ** 2)
  });
  await add.click();
  await expect(fault).toHaveText(text('file.too.large', { megabytes: '4' }));
  await field.setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('plain text') });
  await add.click();
  await expect(fault).toContainText('JPG, PNG, PDF');
  await expect(panel.getByRole('alert')).toBeFocused();
  await expectAccessible(page);
  await keepPicture(page, 'attachments-refused');

  const receipt = aReceipt('pdf', 300_000);
  await field.setInputFiles({ name: 'Hotel März.pdf', mimeType: 'application/pdf', buffer: receipt });
  await add.press('Enter');
  const told = panel.getByRole('status');
  await expect(told).toHaveText(text('attachment.added', { name: 'Hotel März.pdf' }));
  await expect(told).toBeFocused();
  await expect(field).toHaveValue('');
  await field.setInputFiles({ name: 'taxi.jpg', mimeType: 'image/jpeg', buffer: aReceipt('jpg') });
  await add.click();
  const files = panel.getByRole('listitem');
  await expect(files).toHaveCount(2);
  await expect(files.first()).toContainText('293 kB');
  await expect(files.first()).toContainText('Ada Holm');
  // Nothing in the narrow column scrolls sideways.
  expect(await panel.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.locator('[name=purpose]')).toHaveValue('Trade fair');
  await expectAccessible(page);
  await keepPicture(page, 'attachments');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'attachments-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  const client = new PortalClient(world.server.port, 'tessera.localhost');
  await client.signIn(A.userId, PASSWORD);
  const href = (await panel.getByRole('link', { name: 'Hotel März.pdf' }).getAttribute('href')) as string;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Hotel März.pdf' }).click()
  ]);
  expect(download.suggestedFilename()).toBe('Hotel März.pdf');
  expect(readFileSync(await download.path()).equals(receipt)).toBe(true);
  const { status, headers } = await client.call(href);
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="Hotel M_rz.pdf"; filename\*=UTF-8''/);
  expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['private, no-store', 'nosniff']);

  await files
    .first()
    .getByRole('button', { name: text('attachment.remove') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(text('attachment.remove.question', { name: 'Hotel März.pdf' }));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('attachment.remove') }).click();
  await expect(told).toHaveText(text('attachment.removed', { name: 'Hotel März.pdf' }));
  await expect(told).toBeFocused();
  await expect(files).toHaveCount(1);
  await expect(page.locator('[name=purpose]')).toHaveValue('Trade fair');
  expect((await client.call(href)).status).toBe(404);
  for (const nothing of [href.replace('/transaction/', '/comet/'), `${href}x`])
    expect([400, 404]).toContain((await client.call(nothing)).status);
});

test('files are only looked at once their transaction is reviewed', async ({ page, world }) => {
  const { A, hotel, path } = await aTrip(world);
  await enter(page, world, A.userId);
  await world.database.query(
    "UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $2 WHERE id = $1",
    [hotel.id, A.id]
  );
  const ja = translator('ja');
  await readIn('ja', page, world, 'tessera');
  await page.goto(world.at('tessera', path));
  const region = page.getByRole('region', { name: ja('attachment.title') });
  await expect(region).toContainText(ja('attachment.none'));
  await expect(region.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});
