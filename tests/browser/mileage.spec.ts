import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, scripted } from '../support/workspace-walk';

test('C1.003 C5.021 a cardholder enters a trip, sees what it comes to while typing, and the approver sees how it was worked out', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  await anExpensePolicy(db, company);
  const record = (entity: string, name: string, data: object) =>
    db.query(
      'INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data) VALUES ($1, $2, $3, $4, $5, $6)',
      [company.issuerId, randomUUID(), entity, company.id, name, JSON.stringify(data)]
    );
  const rate = { currency: 'EUR', unit: 'kilometer', perPassenger: '0.05' };
  await record('mileage-rate', 'Own car', { ...rate, rate: '0.55', isDefault: true, effectiveFrom: '2026-01-01' });
  await record('mileage-rate', 'Own car', { ...rate, rate: '0.5', expiresOn: '2025-12-31' });
  await record('mileage-rate', 'Bicycle', { ...rate, rate: '0.1' });
  const [A, O] = [
    await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' }),
    await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' })
  ];
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [A.id, O.id]);
  const id = randomUUID();
  await db.query(
    `INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
       currency, created_at)
     VALUES ($1, $2, $3, $4, $5, 'Hamar', 'Visit to the customer', '2025-12-01', '2026-01-31', 'EUR', now())`,
    [company.issuerId, id, company.id, account.id, A.id]
  );
  const main = page.getByRole('main');
  const amount = page.locator('.trip-amount > span').first();
  const press = async (key: string) => {
    await scripted(page);
    await main.getByRole('button', { name: text(key), exact: true }).click();
  };

  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAt(page, world, A.userId, `/workspace/expense-reports/${id}/mileage/new`);
  await expect(main).toContainText(text('mileage.types.none'));
  await record('expense-type', 'Mileage', { category: 'mileage' });
  await page.goto(world.at('tessera', `/workspace/expense-reports/${id}`));
  await main.getByRole('link', { name: text('mileage.add') }).click();
  await scripted(page);
  await expect(page.getByLabel(text('mileage.vehicle'))).toHaveValue('Own car');
  // The rate is the one of the day.
  await page.getByLabel(text('mileage.day')).fill('2025-12-31');
  await page.getByLabel('Distance (km)').fill('100.5');
  await expect(amount).toHaveText('Amount: 100.5 km × EUR 0.50 = EUR 50.25');
  await page.getByLabel(text('mileage.day')).fill('2026-01-01');
  await expect(amount).toHaveText('Amount: 100.5 km × EUR 0.55 = EUR 55.28');
  await page.getByLabel(text('mileage.passengers')).fill('2');
  await expect(amount).toHaveText('Amount: 100.5 km × (EUR 0.55 + 2 × EUR 0.05) = EUR 65.33');
  await expectAccessible(page);
  await page.getByRole('radio', { name: text('mileage.odometer') }).check();
  await page.getByLabel(text('mileage.odometer.start')).fill('45210');
  await page.getByLabel(text('mileage.odometer.end')).fill('45210');
  await page.getByLabel(text('mileage.route')).fill('Oslo – Hamar');
  await page.getByLabel(text('transaction.purpose')).fill('To meet the customer');
  await press('mileage.add');
  const end = page.getByLabel(text('mileage.odometer.end'));
  await expect(end).toHaveAttribute('aria-invalid', 'true');
  await expect(main).toContainText(text('mileage.odometer.order'));
  await end.fill('45333');
  await expect(amount).toHaveText('Amount: 123 km × (EUR 0.55 + 2 × EUR 0.05) = EUR 79.95');
  await keepPicture(page, 'mileage-form');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'mileage-form-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('mileage.add');

  // On the report: how it was worked out, and that it is to be paid back.
  const row = main.getByRole('row', { name: /Oslo – Hamar/ });
  await expect(row).toContainText('123 km × (EUR 0.55 + 2 × EUR 0.05) = EUR 79.95');
  await expect(main.locator('.report-totals')).toContainText('EUR 79.95');
  await row.getByRole('link', { name: 'Oslo – Hamar' }).click();
  await scripted(page);
  await expect(end).toHaveValue('45333');
  await page.getByLabel(text('mileage.vehicle')).selectOption('Bicycle');
  await page.getByLabel(text('mileage.passengers')).fill('0');
  await press('form.save');
  await expect(row).toContainText('123 km × EUR 0.10 = EUR 12.30');
  await expectAccessible(page);
  await keepPicture(page, 'mileage-report');
  await press('expense.report.submit');
  await expect(main).toContainText(text('expense.done.submit'));

  await enterAt(page, world, O.userId, `/workspace/expense-reports/${id}`);
  await expect(row).toContainText('123 km × EUR 0.10 = EUR 12.30');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'mileage-report-phone');
  await row.getByRole('link', { name: 'Oslo – Hamar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oslo – Hamar');
  await expect(main).toContainText('45,333 km');
  await expect(main.getByRole('button', { name: text('form.save') })).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'mileage-trip-phone');
});
