import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aUserAt, nodeOf } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, listedRows, scripted } from '../support/workspace-walk';

/** An administrator of the demo's issuer that collects by SEPA. */
async function anAdministrator({ database }: World) {
  const [issuer] = await database.query<{ id: string }>(
    "SELECT f.issuer_id AS id FROM payment_files f JOIN issuer_brands b USING (issuer_id) WHERE f.rail = 'sepa' AND b.brand_name = 'norrvik' LIMIT 1"
  );
  const { id } = issuer as { id: string };
  return aUserAt(database, 'I', await nodeOf(database, id, id));
}

const answer = (page: Page, name: string, bytes: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(bytes) });

test('C1.012 an issuer takes a file for its bank, and a damaged answer is refused at its field', async ({
  page,
  world
}) => {
  const { userId } = await anAdministrator(world);
  await enterAt(page, world, userId, '/workspace/payment-files', 'norrvik');
  await scripted(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('listing.payment-files'));
  await expectAccessible(page);
  await keepPicture(page, 'payment-files');
  await listedRows(page).first().getByRole('link').first().click();
  await expect(page.getByText('SHA-256').first()).toBeVisible();
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'payment-file');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text('payment.file.download'), exact: true }).click()
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('pain.008.001');

  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'payment-file-narrow');
  await page.goto(world.at('norrvik', '/workspace/payment-files'));
  await expectFits(page);
  await keepPicture(page, 'payment-files-narrow');
  await scripted(page);
  await answer(page, 'answer.xml', '<Document><CstmrPmtStsRpt>');
  await page.getByRole('button', { name: text('payment.answer.submit'), exact: true }).click();
  await expect(page.locator('main form').getByText(text('payment.answer.damaged'), { exact: true })).toBeVisible();
  await expectAccessible(page);
});
