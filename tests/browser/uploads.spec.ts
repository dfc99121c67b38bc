import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { dropFile, slowUpload } from '../support/dropped';
import { aCardholder } from '../support/people';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enterAt, notice, scripted } from '../support/workspace-walk';

test('CD.12 a dropped file shows how much of it is sent, is stopped, and stays chosen', async ({ page, world }) => {
  test.slow();
  const { database } = world;
  const account = await anAccount(database, await aCompany(database, await anIssuer(database)));
  const hotel = await aTransaction(database, account, { merchant: 'Harbour Hotel' });
  const person = await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  await enterAt(page, world, person.userId, `/workspace/transactions/${hotel.id}`);
  await scripted(page);
  const panel = page.getByRole('region', { name: text('attachment.title') });
  const zone = panel.locator('.file-drop');
  const fault = panel.locator('.field-error');
  const add = panel.getByRole('button', { name: text('attachment.add') });
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/workspace/attachments/')) posts += 1;
  });

  // What is of another kind is told at once, and isn't sent.
  await dropFile(page, zone, 'notes.txt', Buffer.from('notes'));
  await expect(zone).toContainText('notes.txt');
  await expect(fault).toHaveText(text('file.type.unsupported', { kinds: 'JPG, PNG, PDF' }));
  await add.click();
  await expect(panel.locator('input[type=file]')).toBeFocused();
  expect(posts).toBe(0);
  await expectAccessible(page);

  await dropFile(page, zone, 'hotel.pdf', aReceipt('pdf', 3_000_000));
  await expect(fault).toBeEmpty();
  const hurry = await slowUpload(page, 300_000);
  await add.click();
  const progress = panel.getByRole('progressbar', { name: text('file.sending') });
  await expect
    .poll(async () => Number(await progress.getAttribute('value')), { timeout: 20_000 })
    .toBeGreaterThan(0.05);
  expect(Number(await progress.getAttribute('value'))).toBeLessThan(1);
  await expectAccessible(page);
  await keepPicture(page, 'upload-progress');
  await panel.getByRole('button', { name: text('file.sending.cancel') }).click();
  await expect(panel.getByRole('status')).toHaveText(text('file.sending.cancelled'));
  await expect(zone).toContainText('hotel.pdf');
  expect(await database.query('SELECT 1 FROM attachments WHERE record_id = $1', [hotel.id])).toEqual([]);

  // The file is still chosen: it is sent again, and refused by the server alone where it isn't what it is called.
  await hurry();
  await add.click();
  await expect(panel.getByRole('status')).toHaveText(text('attachment.added', { name: 'hotel.pdf' }));
  await expect(zone).toContainText(text('file.drop'));
  await dropFile(page, zone, 'false.pdf', Buffer.from('no document'));
  await add.click();
  await expect(fault).toHaveText(text('file.type.unsupported', { kinds: 'JPG, PNG, PDF' }));
  await expect(zone).toContainText('false.pdf');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'upload-refused-narrow');
});

test('an image of a brand is dropped: one with script in it is refused at its field', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enterAt(page, world, person.userId, '/workspace/brands/norrvik/images');
  await scripted(page);
  const field = page.locator('.image-field').first();
  const zone = field.locator('.file-drop');
  const save = page.getByRole('button', { name: text('brand.studio.save') });
  const svg = (inner: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`);
  await dropFile(page, zone, 'photo.png', aReceipt('png'));
  await expect(field.locator('.field-error')).toHaveText(text('image.not.svg'));
  await dropFile(page, zone, 'logo.svg', svg('<script>alert(1)</script>'));
  await save.click();
  await expect(field.locator('.field-error')).toHaveText(text('image.active'));
  await expect(zone).toContainText('logo.svg');
  await expectAccessible(page);
  await keepPicture(page, 'brand-images-refused');
  await dropFile(page, zone, 'logo.svg', svg('<circle r="4"/>'));
  await save.click();
  await expect(notice(page)).toHaveText(text('brand.studio.saved'));
  await expect(zone).toContainText(text('file.drop'));
  await expect(page.locator('#unsaved')).toBeHidden();
});
