import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, goByNavigation, scripted } from '../support/workspace-walk';

test('C3.022 C2.071 a cardholder marks a share as personal, and the approver sees it with the four amounts', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  const today = new Date().toISOString().slice(0, 10);
  await aTransaction(db, account, { postingDate: today, merchant: 'Harbour Hotel', amount: '120.50' });
  await anExpensePolicy(db, company);
  const A = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const O = await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' });
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [A.id, O.id]);
  const main = page.getByRole('main');
  const press = async (key: string) => {
    await scripted(page);
    await main.getByRole('button', { name: text(key), exact: true }).click();
  };
  const follow = (key: string) => main.getByRole('link', { name: text(key), exact: true }).click();
  const wide = { width: 1440, height: 900 };
  const narrow = { width: 375, height: 800 };

  await enter(page, world, A.userId);
  await goByNavigation(page, 'expense.report.title');
  await follow('expense.report.new');
  await scripted(page);
  await page.getByLabel(text('expense.report.name')).fill('Oslo, March');
  await page.getByLabel(text('transaction.purpose')).fill('Visit to the customer');
  await press('expense.report.create');
  await follow('expense.charges.add');
  await press('expense.charges.add');
  const hotel = main.getByRole('row', { name: /Harbour Hotel/ });
  await hotel.getByRole('link', { name: text('expense.personal.mark') }).click();
  await scripted(page);
  const amount = page.getByLabel(text('expense.personal.amount'));
  await expect(amount).toHaveValue('120.5');
  await expectAccessible(page);
  await keepPicture(page, 'expense-personal');
  await page.setViewportSize(narrow);
  await expectFits(page);
  await keepPicture(page, 'expense-personal-narrow');
  await page.setViewportSize(wide);
  await amount.fill('120.51');
  await press('form.save');
  await expect(main).toContainText(text('expense.personal.too.much'));
  await amount.fill('40.25');
  await amount.press('Enter');
  await expect(main).toContainText(text('expense.done.saved'));
  await expect(hotel).toContainText('Personal: EUR 40.25');
  await expect(main.locator('.report-totals')).toContainText('−EUR 40.25');
  await expectAccessible(page);
  await keepPicture(page, 'expense-report-personal');
  await press('expense.report.submit');

  await enter(page, world, O.userId);
  await goByNavigation(page, 'expense.report.title');
  await keepPicture(page, 'expense-reports-list');
  await page.getByRole('link', { name: 'Oslo, March' }).click();
  await expect(hotel).toContainText('Personal: EUR 40.25');
  await expect(main).toContainText('Ada Berg owes the balance.');
  await page.setViewportSize(narrow);
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'expense-report-personal-narrow');
  await page.setViewportSize(wide);
  await press('transaction.event.approve');
  await expect(main).toContainText(text('expense.done.approve'));
});
