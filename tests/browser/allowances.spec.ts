import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, scripted } from '../support/workspace-walk';

test('C1.003 an administrator enters a rate, a cardholder claims a trip with its meals, and the approver sees it day by day', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  await anExpensePolicy(db, company);
  await db.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, $2, 'expense-type', $3, 'Day allowance', '{"category":"allowance"}')`,
    [company.issuerId, randomUUID(), company.id]
  );
  const [A, O, C] = [
    await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' }),
    await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' }),
    await aUserAt(db, 'C', company)
  ];
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [A.id, O.id]);
  const id = randomUUID();
  await db.query(
    `INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
       currency, created_at)
     VALUES ($1, $2, $3, $4, $5, 'Oslo', 'Visit to the customer', '2026-03-01', '2026-03-31', 'EUR', now())`,
    [company.issuerId, id, company.id, account.id, A.id]
  );
  const main = page.getByRole('main');
  const amount = page.locator('.trip-amount > span').first();
  const field = (key: string) => page.getByLabel(text(key));
  const press = async (key: string) => {
    await scripted(page);
    await main.getByRole('button', { name: text(key), exact: true }).click();
  };

  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAt(page, world, C.userId, '/workspace/set-up/allowance-rate/new');
  await scripted(page);
  const rate = { name: 'Norway', fullDay: '60', partDay: '30', partFrom: '6', fullFrom: '12', breakfast: '12' };
  for (const [name, value] of Object.entries({ ...rate, effectiveFrom: '2026-01-01' }))
    await page.locator(`[name="${name}"]`).fill(value);
  await page.locator('[name="currency"]').first().selectOption('EUR');
  await expectAccessible(page);
  await keepPicture(page, 'allowance-rate');
  await press('setup.save');
  await expect(main).toContainText('Norway');

  await enterAt(page, world, A.userId, `/workspace/expense-reports/${id}`);
  await main.getByRole('link', { name: text('allowance.add') }).click();
  await scripted(page);
  await expect(field('allowance.destination')).toHaveValue('Norway');
  await field('allowance.first.day').fill('2026-03-10');
  await field('allowance.departure').fill('17:00');
  await field('allowance.last.day').fill('2026-03-12');
  await field('allowance.arrival').fill('16:30');
  await expect(amount).toHaveText('Amount: 1 × EUR 30.00 + 2 × EUR 60.00 = EUR 150.00');
  await field('transaction.purpose').fill('To meet the customer');
  await expectAccessible(page);
  await keepPicture(page, 'allowance-form');
  await press('allowance.add');

  // It opens again, with the days on which meals can be ticked.
  await expect(main).toContainText(text('allowance.done.added'));
  await scripted(page);
  const breakfast = page.getByRole('group', { name: text('allowance.breakfast') });
  await breakfast.getByRole('checkbox', { name: 'Mar 11, 2026' }).press('Space');
  await breakfast.getByRole('checkbox', { name: 'Mar 12, 2026' }).check();
  await expect(amount).toHaveText('Amount: 1 × EUR 30.00 + 2 × EUR 60.00 − EUR 24.00 = EUR 126.00');
  await expectAccessible(page);
  await keepPicture(page, 'allowance-meals');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'allowance-meals-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('form.save');

  const row = main.getByRole('row', { name: /Norway/ });
  await expect(row).toContainText('1 × EUR 30.00 + 2 × EUR 60.00 − EUR 24.00 = EUR 126.00');
  await expect(main.locator('.report-totals')).toContainText('EUR 126.00');
  await row.getByRole('link', { name: 'Norway' }).click();
  await scripted(page);
  await field('allowance.departure').fill('18:01');
  await press('form.save');
  await expect(row).toContainText('2 × EUR 60.00 − EUR 24.00 = EUR 96.00');
  await expectAccessible(page);
  await keepPicture(page, 'allowance-report');
  await press('expense.report.submit');
  await expect(main).toContainText(text('expense.done.submit'));

  await enterAt(page, world, O.userId, `/workspace/expense-reports/${id}`);
  await row.getByRole('link', { name: 'Norway' }).click();
  await expect(main.getByRole('row', { name: /Mar 10, 2026/ })).toContainText(text('allowance.extent.none'));
  await expect(main.getByRole('row', { name: /Mar 11, 2026/ })).toContainText('EUR 48.00');
  await expect(main.getByRole('button', { name: text('form.save') })).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'allowance-days-phone');
});
