import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCard, aMapping, brought, plainFile, TODAY } from '../support/feeds/world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { TEST_SECRET } from '../support/server';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { chooseAction, enter, enterAt, notice, scripted } from '../support/workspace-walk';

// Card numbers are looked up by hashes under the server's own key.
const asServer = ({ database }: World) =>
  Object.assign(process.env, { DATABASE_URL: database.url, TESSERA_SECRET: TEST_SECRET, TESSERA_MODE: 'development' });

test('C2.027 C5.037 C6.026 an administrator builds an alert in plain words, is told when the bank has sent a charge, and alone opens its report', async ({
  page,
  world
}) => {
  test.slow();
  asServer(world);
  const { database } = world;
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer, { name: 'Harbour Works' });
  const card = await aCard(database, company, { name: 'Ada Holm', currency: 'EUR' });
  await database.query('UPDATE accounts SET credit_limit = 1000 WHERE id = $1', [card.account.id]);
  const C = await aUserAt(database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  const peer = await aUserAt(database, 'C', company, { firstName: 'Dorte', lastName: 'Lund' });
  const bank = { principal: await aPrincipalAt(database, 'I', issuer) };
  const mapping = await aMapping(bank);
  const line = (reference: string, amount: string, merchant: string) =>
    `${card.number},${reference},${TODAY},${amount},,${merchant},7011`;
  await brought(bank, mapping, plainFile([line('R-1', '300.00', 'Harbour Hotel')]));

  await aRecord(await principalFor(database, C), 'integrator', recordsOf(company), {
    name: 'Ledger hub',
    delivery: 'webhook',
    address: 'https://8.8.8.8/hook',
    key: `whsec_${'q'.repeat(32)}`
  });
  await enterAt(page, world, C.userId, '/workspace/alerts');
  await expect(page.getByText(text('alert.none'), { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: text('alert.new') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('alert.new'));
  await scripted(page);
  const said = page.getByRole('region', { name: text('alert.said') });
  await expect(said).toContainText(text('alert.incomplete'));

  // The sentence and what it would have found follow what is typed; a share lies between 1 and 100.
  await page.locator('main [name="name"]').fill('A quarter at once');
  await page.locator('[name="measure"]').selectOption('charge_share');
  await page.locator('[name="percent"]').fill('101');
  await page.getByRole('button', { name: text('alert.save') }).click();
  await expect(page.getByRole('alert').first()).toContainText('must be 100 or less.');
  await page.locator('[name="percent"]').fill('25');
  await expect(said).toContainText(text('alert.sentence.charge_share', { place: 'Harbour Works', percent: '25%' }));
  await expect(async () => {
    await page.locator('[name="percent"]').fill('30');
    await expect(said).toContainText(/would have fired once in the last 90 days/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('checkbox', { name: text('merchant.category.hotels') }).check();
  await expect(said).toContainText('Only these categories count: Hotels.');
  await page.getByLabel(text('alert.integrator')).selectOption({ label: 'Ledger hub · Harbour Works' });
  await expectAccessible(page);
  await keepPicture(page, 'alert-new');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'alert-new-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: text('alert.save') }).click();
  await expect(notice(page)).toContainText(text('alert.saved'));

  // The bank sends another charge: the alert fires, and its notice leads to the report.
  await brought(bank, mapping, plainFile([line('R-2', '450.00', 'Grand Hotel'), line('R-3', '20.00', 'Kiosk Inn')]));
  await expect(async () => {
    await page.goto(world.at('tessera', '/workspace/inbox'));
    await expect(page.getByText(/A quarter at once: Grand Hotel/)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('link', { name: /A quarter at once: Grand Hotel/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Grand Hotel');
  const charges = page.getByRole('region', { name: text('alert.report.charges') }).getByRole('row');
  await expect(charges.filter({ hasText: 'Grand Hotel' })).toContainText('450.00');
  await expectAccessible(page);
  await keepPicture(page, 'alert-report');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'alert-report-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  const report = page.url();

  // It is listed, paused, and deleted after a question.
  await page.goto(world.at('tessera', '/workspace/alerts'));
  await expect(page.getByRole('row', { name: /A quarter at once/ })).toContainText('Harbour Works');
  await expectAccessible(page);
  await keepPicture(page, 'alerts');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'alerts-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'A quarter at once' }).click();
  await expect(page.getByRole('region', { name: text('alert.fired'), exact: true })).toContainText('Grand Hotel');
  await scripted(page);
  await expect(page.getByLabel(text('alert.integrator')).locator('option:checked')).toHaveText(/Ledger hub/);
  await keepPicture(page, 'alert');
  await page.getByRole('button', { name: text('report.schedule.pause') }).click();
  await expect(page.getByText(text('alert.state.paused'), { exact: true })).toBeVisible();
  await scripted(page);

  // A peer finds no report at its address.
  const context = await page.context().browser()?.newContext();
  const theirs = await context?.newPage();
  if (!theirs) throw new Error('no second browser');
  await enter(theirs, world, peer.userId);
  const answer = await theirs.goto(report);
  expect(answer?.status()).toBe(404);
  await expect(theirs.getByText('Grand Hotel')).toHaveCount(0);
  await context?.close();

  await chooseAction(page, text('report.delete'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('report.delete') })
    .click();
  await expect(page.getByText(text('alert.none'), { exact: true })).toBeVisible();
});

test('C2.027 an alert is about countries, or about what waits for its review, in plain words', async ({
  page,
  world
}) => {
  asServer(world);
  const { database } = world;
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const C = await aUserAt(database, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  await enterAt(page, world, C.userId, '/workspace/alerts/new');
  await scripted(page);
  const said = page.getByRole('region', { name: text('alert.said') });
  const measure = page.locator('[name="measure"]');
  // What cards declined takes a right of its own.
  await expect(measure.locator('option[value="declined"]')).toHaveCount(0);
  await page.locator('main [name="name"]').fill('Abroad');
  await measure.selectOption('country_outside');
  await expect(said).toContainText(text('alert.incomplete'));
  const countries = page.getByRole('combobox', { name: text('alert.countries') });
  for (const [typed, name] of [
    ['norw', 'Norway'],
    ['swed', 'Sweden']
  ] as const) {
    await countries.fill(typed);
    await page.getByRole('option', { name }).click();
  }
  await expect(said).toContainText(
    text('alert.sentence.country_outside', { place: 'Harbour Works', countries: 'Norway or Sweden' })
  );
  await expectAccessible(page);
  await keepPicture(page, 'alert-countries');
  await page.getByRole('button', { name: text('alert.save') }).click();
  await expect(notice(page)).toContainText(text('alert.saved'));
  await scripted(page);
  await expect(said).toContainText('Norway or Sweden');

  // Snoozed until a day, which its screen says, and woken.
  const snoozing = page.getByRole('region', { name: text('alert.snooze'), exact: true });
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await snoozing.getByLabel(text('alert.snooze.until')).fill(until);
  await snoozing.getByRole('button', { name: text('alert.snooze') }).click();
  await expect(notice(page)).toContainText(text('audit.action.spending_alert.snoozed'));
  await expect(page.getByText(/^Snoozed until /)).toBeVisible();
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'alert-snoozed');
  await page.getByRole('button', { name: text('alert.wake') }).click();
  await expect(page.getByText(text('alert.state.active'), { exact: true })).toBeVisible();
  await scripted(page);
  await measure.selectOption('unreviewed');
  await page.locator('[name="days"]').fill('5');
  await expect(said).toContainText(
    'Tells of every transaction in Harbour Works that is not reviewed 5 days after its posting.'
  );
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'alert-unreviewed-375');
});
