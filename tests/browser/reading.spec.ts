import { expect, expectAccessible, keepPicture, test } from '../support/browser';
import { aPhoto } from '../support/receipt-pictures';
import { startServer } from '../support/server';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';
import { enterAt, scripted } from '../support/workspace-walk';

test('C3.028 a photographed receipt proposes its charge, and shows owner and approver what was found on it', async ({
  page,
  world
}) => {
  test.slow();
  const account = await anAccount(world.database, await aCompany(world.database, await anIssuer(world.database)));
  const today = new Date().toISOString().slice(0, 10);
  const charge = (merchant: string, amount: string) =>
    aTransaction(world.database, account, { postingDate: today, merchant, amount });
  const hotel = await charge('Harbour Hotel', '2170.00');
  for (const amount of ['9.00', '11.00', '12.00', '13.00', '14.00']) await charge('Corner Café', amount);
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  // What waits longest is read first: the receipts of the demo would come before the test's own.
  await world.database.query("UPDATE receipt_readings SET state = 'unreadable' WHERE state = 'waiting'");
  const worker = await startServer({
    databaseUrl: world.database.url,
    env: { TESSERA_ROLE: 'worker', TESSERA_READ_RECEIPTS: 'true' }
  });
  try {
    await enterAt(page, world, A.userId, '/workspace/receipts');
    await scripted(page);
    const photo = await aPhoto(['HARBOUR HOTEL', today, 'Room 1,980.00', 'Breakfast 190.00', 'Total EUR 2,170.00'], {
      angle: 2
    });
    await page
      .getByLabel(text('receipt.choose'))
      .setInputFiles({ name: 'hotel.jpg', mimeType: 'image/jpeg', buffer: photo });
    const card = page.getByRole('article', { name: 'hotel.jpg' });
    await expect(card).toBeVisible();
    await until(
      async () =>
        (
          await world.database.query("SELECT FROM receipt_readings WHERE issuer_id = $1 AND state = 'read'", [
            account.issuerId
          ])
        ).length,
      200
    );
    await page.reload();
    await expect(card.getByRole('listitem').first()).toContainText(text('receipt.equal'));
    const first = card.getByRole('listitem').first();
    await expect(first).toContainText('Harbour Hotel');
    await expect(first).toContainText(text('reading.day'));
    await expect(first).toContainText(text('reading.merchant'));
    await expectAccessible(page);
    await keepPicture(page, 'reading-box');
    await scripted(page);
    await first.getByRole('button').click();
    await expect(card).toHaveCount(0);

    await page.goto(world.at('tessera', `/workspace/transactions/${hotel.id}`));
    await scripted(page);
    const panel = page.getByRole('region', { name: text('attachment.title') });
    for (const key of ['reading.amount', 'reading.day', 'reading.merchant'] as const)
      await expect(panel).toContainText(text(key));
    await panel.getByRole('button', { name: text('receipt.view', { name: 'hotel.jpg' }) }).click();
    const dialog = page.getByRole('dialog', { name: 'hotel.jpg' });
    const marks = dialog.locator('.picture-mark');
    await expect(marks.nth(2)).toBeVisible();
    // Each outlines a place on the picture.
    const sheet = await dialog.getByRole('img').boundingBox();
    for (const mark of await marks.all()) {
      const box = await mark.boundingBox();
      expect(box?.x).toBeGreaterThan(sheet?.x as number);
      expect(box?.y).toBeGreaterThan(sheet?.y as number);
    }
    await expectAccessible(page);
    await keepPicture(page, 'reading-marks');
  } finally {
    await worker.stop();
  }
});
