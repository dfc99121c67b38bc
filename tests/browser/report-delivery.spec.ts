import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { layoutSchema } from '@/lib/money/feeds/mapping';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCard, PLAIN, plainFile, TODAY } from '../support/feeds/world';
import { TEST_SECRET } from '../support/server';
import { withSetting } from '../support/settings';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

const PASSWORD = 'Rapport12';
const OUTSIDE = 'auditor@partner.example';

// Card numbers are looked up by hashes under the server's own key.
const asServer = ({ database }: World) =>
  Object.assign(process.env, { DATABASE_URL: database.url, TESSERA_SECRET: TEST_SECRET, TESSERA_MODE: 'development' });

/** The text of the one file in an archive. */
async function opened(archive: Uint8Array): Promise<string> {
  const [entry] = await new ZipReader(new Uint8ArrayReader(archive), { password: PASSWORD }).getEntries();
  return entry && 'getData' in entry ? entry.getData(new TextWriter()) : '';
}

test('issue 18 C2.083 C2.084 a schedule that waits for the feed of a mapping runs once when it is booked; each recipient gets the file and opens it', async ({
  page,
  world
}) => {
  test.slow();
  asServer(world);
  const { database } = world;
  const issuer = await anIssuer(database, { name: 'Harbour Bank' });
  const company = await aCompany(database, issuer, { name: 'Harbour Works' });
  const card = await aCard(database, company, { name: 'Ada Holm' });
  const ines = await aUserAt(database, 'I', issuer, { firstName: 'Ines', lastName: 'Bank' });
  const cora = await aUserAt(database, 'C', company, { firstName: 'Cora', lastName: 'Works' });
  for (const name of ['Daily charges', 'Weekly fees'])
    await database.query(
      "INSERT INTO feed_mappings (issuer_id, id, name, layout, saved_by) VALUES ($1, $2, $3, $4, '{}')",
      [issuer.id, randomUUID(), name, JSON.stringify(layoutSchema.parse(PLAIN))]
    );
  await withSetting(database, { issuerId: issuer.id }, 'report.mail.megabytes', 2);
  await withSetting(database, { issuerId: issuer.id }, 'report.mail.domains', ['partner.example', 'audit.example']);
  await enterAt(page, world, ines.userId, '/workspace/reports/schedules/new?report=unreviewed-transactions');
  await scripted(page);
  await page
    .getByLabel(text('report.schedule.frequency'))
    .selectOption({ label: text('report.frequency.after_bookings') });
  await page.getByLabel(text('report.schedule.feed'), { exact: true }).selectOption({ label: 'Daily charges' });
  await page.locator('[name="time"]').fill('00:00');
  await page.getByLabel(text('issuer.time.zone')).selectOption('UTC');
  await page.getByRole('combobox', { name: text('report.schedule.recipients') }).pressSequentially('Cor');
  await page.getByRole('option', { name: /Cora Works/ }).click();
  await page.getByLabel(text('report.format')).selectOption({ label: text('listing.export.csv') });
  await page.getByRole('checkbox', { name: text('report.protect') }).check();
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[name="confirmation"]').fill(PASSWORD);
  await page.getByRole('checkbox', { name: text('report.attach') }).check();
  const addresses = page.getByLabel(text('report.attach.addresses'));
  await addresses.fill('eve@elsewhere.example');
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.locator('.field-error:not(:empty)')).toContainText('eve@elsewhere.example');
  await expectAccessible(page);
  await keepPicture(page, 'schedule-attach');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'schedule-attach-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await addresses.fill(OUTSIDE);
  // A password isn't shown again.
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[name="confirmation"]').fill(PASSWORD);
  await page.getByRole('button', { name: text('report.schedule.save') }).click();
  await expect(page.getByRole('status').filter({ hasText: text('report.schedule.done.saved') })).toBeVisible();
  const schedule = page.url();

  const bring = async (mapping: string, name: string, reference: string) => {
    await page.goto(world.at('tessera', '/workspace/feeds'));
    await scripted(page);
    await page.locator('#feed-mapping').selectOption({ label: mapping });
    const buffer = Buffer.from(plainFile([`${card.number},${reference},${TODAY},12.50,EUR,CAFE SONNE,5814`]));
    await page.locator('#feed-file').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: text('feed.upload.submit') }).click();
    await expect(page.locator('.page-detail')).toContainText(text('job.status.completed'), { timeout: 30_000 });
  };
  const firings = async () =>
    (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM report_firings'))[0]?.count;
  // The feed of the other mapping wakes nothing.
  await bring('Weekly fees', 'fees.csv', 'W-1');
  await bring('Daily charges', 'charges.csv', 'D-1');
  await expect(async () => {
    await page.goto(schedule);
    await expect(page.getByRole('region', { name: text('report.schedule.history') }).first()).toContainText(
      'Cora Works',
      { timeout: 1_000 }
    );
  }).toPass({ timeout: 60_000 });
  expect(await firings()).toBe(1);

  // By mail to those who are users, and to the address outside.
  const mail = await world.mailbox.next(OUTSIDE);
  const attached = mail.attachments.find(({ filename }) => filename?.endsWith('.zip'));
  expect(await opened(new Uint8Array(attached?.content as ArrayBuffer))).toContain('CAFE SONNE');
  expect(mail.text).not.toContain(PASSWORD);

  // In the inbox of the colleague, behind the sign-in.
  await enter(page, world, cora.userId);
  await goByNavigation(page, 'inbox.title');
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(text('report.standard.unreviewed-transactions')) })
    .first()
    .click();
  const link = page.getByRole('main').getByRole('link', { name: text('report.download'), exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const file = await opened(new Uint8Array(readFileSync(await download.path())));
  expect(file).toContain('CAFE SONNE');
  expect(file.trim().split('\n')).toHaveLength(3);
  expect(await firings()).toBe(1);
});
