import { randomUUID } from 'node:crypto';
import { translator } from '@/lib/core/language/texts';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, goByNavigation, notice, readIn, scripted } from '../support/workspace-walk';

const RATE = {
  currency: 'EUR',
  fullDay: '60',
  partDay: '30',
  partFrom: '6',
  fullFrom: '12',
  breakfast: '12',
  lunch: '21',
  dinner: '27',
  effectiveFrom: '2026-01-01'
};

test('C1.039 C3.037D a trip shows its bookings and becomes a report with its charges, allowance and mileage', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const account = await anAccount(db, await anOrgPoint(db, company));
  await anExpensePolicy(db, company);
  const A = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const record = (entity: string, name: string, data: object, id: string = randomUUID()) =>
    db.query(
      'INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, $3, $4, $5, $6)',
      [issuer.id, id, entity, company.id, name, JSON.stringify({ name, ...data })]
    );
  await record('allowance-rate', 'Norway', RATE);
  await record('allowance-rate', 'Norway – Oslo', { ...RATE, fullDay: '90', partDay: '45' });
  await record('expense-type', 'Day allowance', { category: 'allowance' });
  await record('expense-type', 'Mileage', { category: 'mileage' });
  await record('mileage-rate', 'Own car', { rate: '2.5', currency: 'EUR', unit: 'kilometer', effectiveFrom: null });
  for (const [postingDate, merchant, amount] of [
    ['2026-03-08', 'Fjord Airlines', '189.00'],
    ['2026-03-11', 'Hotel Festningen', '310.50']
  ] as const)
    await aTransaction(db, account, { postingDate, merchant, amount });
  const [template, file] = [randomUUID(), randomUUID()];
  await record(
    'central-travel-template',
    'Travel desk',
    { place: company.id, tolerance: 3, days: 'ymd', mark: 'point' },
    template
  );
  await db.query(
    `INSERT INTO central_travel_files (issuer_id, id, company_id, template_id, user_id, file_name, content_hash, faults,
       bookings, uploaded_at) VALUES ($1, $2, $3, $4, $5, 'march.csv', decode(repeat('00', 32), 'hex'), '[]', 1, now())`,
    [issuer.id, file, company.id, template, A.id]
  );
  await db.query(
    `INSERT INTO central_travel_bookings (issuer_id, id, company_id, file_id, row_number, booking_number, traveller, route,
       carrier, from_on, to_on, amount, currency)
     VALUES ($1, gen_random_uuid(), $2, $3, 2, 'X7KQ2P', 'BERG/ADA MS', 'ARN-OSL-ARN', 'Nordvind Airlines', '2026-03-10',
       '2026-03-12', 412.00, 'EUR')`,
    [issuer.id, company.id, file]
  );
  const main = page.getByRole('main');
  const wide = { width: 1440, height: 900 };
  const looked = async (name: string) => {
    await expectAccessible(page);
    await keepPicture(page, name);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await keepPicture(page, `${name}-narrow`);
    await page.setViewportSize(wide);
    await scripted(page);
  };

  await enter(page, world, A.userId);
  await goByNavigation(page, 'listing.business-trips');
  await expect(main).toContainText(text('business.trip.none'));
  await keepPicture(page, 'trips-none');
  await main
    .getByRole('link', { name: text('business.trip.new') })
    .first()
    .click();
  await scripted(page);
  await page.locator('[name=name]').fill('Turbines in Oslo');
  await page.locator('[name=destinations]').fill('Oslo');
  await page.locator('[name=allowance]').selectOption('Norway');
  await page.locator('[name=purpose]').fill('To see the turbines');
  await page.locator('[name=firstDay]').fill('2026-03-10');
  await page.locator('[name=departure]').fill('08:00');
  await page.locator('[name=lastDay]').fill('2026-03-12');
  await page.locator('[name=arrival]').fill('19:30');
  await looked('trip-new');
  await page.locator('[name=purpose]').press('Enter');
  await expect(notice(page)).toContainText(text('business.trip.done.created'));
  await scripted(page);
  await expect(page.getByRole('region', { name: text('business.trip.bookings') })).toContainText('EUR 412.00');
  await expect(page.getByRole('region', { name: text('business.trip.charges') })).toContainText('Fjord Airlines');

  await main.getByText(text('business.trip.days.change')).click();
  await page.locator('[name="place-2026-03-12"]').selectOption('Norway – Oslo');
  await page.locator('[name="meals-2026-03-11"][value=breakfast]').check();
  await looked('trip-days');
  await main.getByRole('button', { name: text('business.trip.days.save') }).press('Enter');
  await expect(notice(page)).toContainText(text('business.trip.done.saved'));
  await expect(page.getByRole('row', { name: /Norway – Oslo/ })).toContainText('EUR 90.00');
  await main.getByRole('link', { name: text('mileage.add') }).click();
  await scripted(page);
  await page.locator('[name=route]').fill('Home – airport');
  await page.locator('[name=distance]').fill('40');
  await page.locator('[name=description]').fill('To the airport');
  await main.getByRole('button', { name: text('mileage.add') }).press('Enter');
  await expect(page.getByRole('row', { name: /Home – airport/ })).toContainText('40 km');
  await scripted(page);
  await looked('trip');
  await readIn('de', page, world, 'tessera');
  await page.reload();
  await scripted(page);
  await expect(main).toContainText(translator('de')('business.trip.report.make'));
  await looked('trip-de');
  await readIn('en_US', page, world, 'tessera');
  await page.reload();
  await scripted(page);

  await main.getByRole('button', { name: text('business.trip.report.make') }).press('Enter');
  await expect(notice(page)).toContainText(text('business.trip.done.reported'));
  await scripted(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turbines in Oslo');
  for (const line of ['Fjord Airlines', 'Hotel Festningen', 'Norway – Oslo', 'Home – airport'])
    await expect(main).toContainText(line);
  // Two whole days, one with breakfast; a day in Oslo; forty kilometers. The booking isn't among them.
  await expect(main.locator('.report-totals')).toContainText('EUR 298.00');
  await expect(main.locator('.report-totals')).toContainText('EUR 499.50');
  await looked('trip-report');
  await goByNavigation(page, 'listing.business-trips');
  await expect(page.getByRole('row', { name: /Turbines in Oslo/ })).toContainText(
    text('business.trip.status.reported')
  );
  await looked('trips');
  await main.getByRole('link', { name: 'Turbines in Oslo' }).click();
  await expect(page.getByRole('region', { name: text('business.trip.report') })).toContainText('Turbines in Oslo');
  await expect(main.getByRole('button', { name: text('business.trip.report.make') })).toHaveCount(0);
});
