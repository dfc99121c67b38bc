import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, goByNavigation, scripted } from '../support/workspace-walk';

test('C3.022 C2.071 a cardholder marks a share as personal, the approver sees it with the four amounts, and an administrator writes what is left to pay', async ({
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
  const C = await aUserAt(db, 'C', company, { firstName: 'Cecilia', lastName: 'Ek' });
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

  await enter(page, world, C.userId);
  await goByNavigation(page, 'listing.payable-files');
  await expect(main).toContainText(text('payable.none.advice'));
  await expectAccessible(page);
  await page.getByText('1 report', { exact: true }).click();
  await expect(main.getByRole('link', { name: 'Oslo, March' })).toBeVisible();
  await keepPicture(page, 'payable-due');
  await page.setViewportSize(narrow);
  await expectFits(page);
  await keepPicture(page, 'payable-due-narrow');
  await page.setViewportSize(wide);
  // By keyboard: the question has the focus, and Enter answers it.
  await scripted(page);
  await main
    .getByRole('button', { name: text('payable.write') })
    .first()
    .press('Enter');
  await keepPicture(page, 'payable-write');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('payable.write') })
    .press('Enter');
  await expect(main).toContainText(text('payable.done.written'));
  await expect(main).toContainText('−EUR 40.25');
  await expectAccessible(page);
  await keepPicture(page, 'payable-file');
  await page.setViewportSize(narrow);
  await expectFits(page);
  await keepPicture(page, 'payable-file-narrow');
  await page.setViewportSize(wide);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('link', { name: text('payable.download') }).click()
  ]);
  expect(download.suggestedFilename()).toBe('payable-1.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain(',EUR,0.00,40.25,-40.25,0.00\r\n');

  // The approver reads why the report stays approved.
  await enter(page, world, O.userId);
  await goByNavigation(page, 'expense.report.title');
  await page.getByRole('link', { name: 'Oslo, March' }).click();
  await expect(main).toContainText('This report is in payable file 1.');
  await expect(main.getByText(text('expense.reroute'), { exact: true })).toHaveCount(0);
  await keepPicture(page, 'expense-report-payable');

  await enter(page, world, C.userId);
  await goByNavigation(page, 'listing.payable-files');
  await expect(main).toContainText(text('payable.nothing'));
  await main.getByRole('link', { name: company.name }).click();
  await press('payable.void');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('payable.void') }).click();
  await expect(dialog).toContainText(text('ledger.reason'));
  await dialog.getByLabel(text('ledger.reason')).fill('Paid by hand');
  await dialog.getByRole('button', { name: text('payable.void') }).click();
  await expect(main).toContainText(text('payable.done.voided'));
  await expect(main).toContainText('Paid by hand');
  await expectAccessible(page);
  await keepPicture(page, 'payable-voided');
  await goByNavigation(page, 'listing.payable-files');
  await expect(main.getByRole('button', { name: text('payable.write') }).first()).toBeVisible();
});
