import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCardNumber } from '../support/card-numbers';
import { dropFile } from '../support/dropped';
import { anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, notice, scripted } from '../support/workspace-walk';

test('CD.41 a mapping starts from a dropped file: matched, corrected at a faulty cell, and saved', async ({
  page,
  world
}) => {
  test.slow();
  const { database } = world;
  const issuer = await anIssuer(database, { name: 'Harbour Bank' });
  const administrator = await aUserAt(database, 'I', issuer, { firstName: 'Ines', lastName: 'Bank' });
  await enterAt(page, world, administrator.userId, '/workspace/feeds/mappings/new');
  await scripted(page);
  const panel = page.getByRole('region', { name: text('feed.mapping.sample.start') });
  const zone = panel.locator('.file-drop');
  await expectAccessible(page);

  await dropFile(page, zone, 'letter.txt', Buffer.from('Dear bank'));
  await expect(panel.locator('.field-error')).toHaveText(text('feed.mapping.sample.none'));

  const card = aCardNumber();
  const lines = [
    'Kartennummer;Belegnummer;Kaufdatum;Buchungsdatum;Betrag;Währung;Händler',
    `${card};B1;01.03.2026;02.03.2026;1.012,50;EUR;Hôtel du Port`,
    `${card};B2;03.03.2026;04.03.2026;7,25;EUR;Quay Fuel`,
    `${card};B3;05.03.2026;06.03.2026;viel;EUR;Pier Books`,
    // One value among many that can't be read makes its column no other.
    ...Array.from({ length: 8 }, (_, at) => `${card};C${at};05.03.2026;06.03.2026;${at},50;EUR;Pier Books`)
  ];
  await dropFile(page, zone, 'märz.csv', Buffer.from(lines.join('\r\n'), 'latin1'));
  const columns = panel.locator('#sample-columns').locator('..');
  await expect(columns.getByRole('heading')).toBeFocused();
  const field = (name: string) =>
    columns.getByRole('combobox', { name: text('feed.mapping.sample.field.of', { column: name }) });
  for (const [name, matched] of [
    ['Kartennummer', 'cardNumber'],
    ['Belegnummer', ''],
    ['Kaufdatum', 'transactionDate'],
    ['Buchungsdatum', 'postingDate'],
    ['Währung', 'currency'],
    ['Händler', 'merchantName']
  ] as const)
    await expect(field(name)).toHaveValue(matched);
  await expect(columns.getByRole('status')).toHaveText(
    text('feed.mapping.sample.matched', { matched: '6', total: '7' })
  );
  await expect(page.locator('#sample-dateFormat')).toHaveValue('DD.MM.YYYY');
  await expect(page.locator('#sample-decimalMark')).toHaveValue('comma');
  await expect(page.locator('#sample-name')).toHaveValue('märz');

  // The rows as they would be read; the fault stands at its cell, and no card's number anywhere.
  const read = panel.locator('#sample-rows').locator('..');
  await expect(read.getByRole('row').nth(1)).toContainText('Hôtel du Port');
  await expect(read.getByRole('cell', { name: 'viel' })).toContainText(text('feed.reason.amount.invalid'));
  await expect(panel).toContainText(`••••${card.slice(-4)}`);
  expect(await page.content()).not.toContain(card);
  await expectAccessible(page);
  await keepPicture(page, 'feed-sample');

  // What was not recognized is chosen; what is missing is told in place of the rows, and again when it is saved.
  await field('Belegnummer').selectOption('sourceReference');
  await expect(read.getByRole('columnheader', { name: text('feed.field.sourceReference') })).toBeVisible();
  await expect(read.getByRole('row').nth(1)).toContainText('B1');
  await field('Betrag').selectOption('');
  const missing = text('required.field', { field: text('feed.field.amount') });
  await expect(read).toContainText(missing);
  await panel.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(panel.getByRole('alert')).toContainText(missing);
  await expect(panel.getByRole('alert')).toBeFocused();
  await field('Betrag').selectOption('amount');
  await page.locator('#sample-name').fill('Harbour cards');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'feed-sample-narrow');
  await page.setViewportSize({ width: 1280, height: 900 });
  await panel.getByRole('button', { name: text('feed.mapping.save') }).click();
  await expect(notice(page)).toHaveText(text('feed.mapping.saved'));
  const [saved] = await database.query<{ name: string; layout: object }>(
    'SELECT name, layout FROM feed_mappings WHERE issuer_id = $1',
    [issuer.id]
  );
  expect(saved).toMatchObject({
    name: 'Harbour cards',
    layout: {
      format: 'delimited',
      encoding: 'windows-1252',
      delimiter: ';',
      headings: true,
      account: 'card_number',
      dateFormat: 'DD.MM.YYYY',
      decimalMark: ',',
      negative: 'credit',
      fields: { cardNumber: ['Kartennummer'], sourceReference: ['Belegnummer'], amount: ['Betrag'] }
    }
  });
  expect(JSON.stringify(saved)).not.toContain(card);
});
