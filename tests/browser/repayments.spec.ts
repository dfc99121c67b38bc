import { randomUUID } from 'node:crypto';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

test('C3.029 C3.022 a cardholder chooses where they are paid back to, an approved report goes by bank, and what comes back is sent again or cancelled', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db), { name: 'Norrvik AB' });
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
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
  const confirm = async (key: string) => {
    await press(key);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text(key), exact: true })
      .click();
  };
  const looked = async (picture: string) => {
    await expectAccessible(page);
    await keepPicture(page, picture);
    await page.setViewportSize({ width: 375, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
    await keepPicture(page, `${picture}-narrow`);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const add = async (iban: string, nickname: string) => {
    await page.goto(world.at('tessera', '/workspace/wallet/new'));
    await scripted(page);
    await main.getByRole('textbox', { name: text('wallet.iban') }).fill(iban);
    await main.getByRole('textbox', { name: text('wallet.holder') }).fill('Ada Berg');
    await main.getByRole('textbox', { name: text('wallet.nickname') }).fill(nickname);
    await press('wallet.add');
    await expect(main).toContainText(text('wallet.done.added'));
  };

  // An administrator chooses the bank in place of the payable file.
  await enter(page, world, C.userId);
  await add('DE89 3704 0044 0532 0130 00', 'Operations');
  await goByNavigation(page, 'listing.repayments');
  await expect(main).toContainText(text('repayment.none'));
  await expect(main.getByRole('radio', { name: text('repayment.way.payable_file') })).toBeChecked();
  await main.getByRole('radio', { name: /Operations DE •••• 3000/ }).check();
  await press('form.save');
  await expect(main).toContainText(text('repayment.done.account'));
  await expect(main.getByRole('radio', { name: /Operations DE •••• 3000/ })).toBeChecked();
  await looked('repayments-company');

  // The cardholder has no account yet, adds one, and lets what they owe be collected from it, by keyboard.
  await enter(page, world, A.userId);
  await goByNavigation(page, 'listing.repayments');
  await expect(main).toContainText(text('repayment.wallet.none'));
  await looked('repayments-without-account');
  await add('SE45 5000 0000 0583 9825 7466', 'Everyday');
  await goByNavigation(page, 'listing.repayments');
  await scripted(page);
  const chosen = main.getByLabel(text('repayment.account.choose'));
  const collects = main.getByRole('checkbox', { name: text('repayment.collects') });
  await press('form.save');
  await expect(chosen).toHaveAttribute('aria-invalid', 'true');
  await chosen.selectOption({ label: 'Everyday SE •••• 7466' });
  const mandate = main.getByText(/SEPA direct debit mandate [A-Z0-9]+-1: /);
  await expect(mandate).toBeHidden();
  await collects.focus();
  await page.keyboard.press('Space');
  // Allowing it gives a mandate, whose words are shown before.
  await expect(mandate).toBeVisible();
  await looked('repayments-mandate');
  await press('form.save');
  await expect(main).toContainText(text('repayment.done.account'));
  await expect(collects).toBeChecked();
  await expect(mandate).toHaveCount(0);
  await looked('repayments-own-account');

  // Their report is approved, and they see by which account it is paid.
  const report = randomUUID();
  await db.query(
    `INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
       currency, state, submitted_at, approver_id, created_at)
     VALUES ($1, $2, $3, $4, $5, 'Oslo, March', 'Fair', '2026-03-01', '2026-03-31', 'EUR', 'submitted', now(), $6, now())`,
    [company.issuerId, report, company.id, account.id, A.id, O.id]
  );
  await db.query(
    `INSERT INTO expense_report_lines (issuer_id, id, report_id, spent_on, merchant, expense_type_id, expense_type, amount,
       description, added_at)
     VALUES ($1, $2, $2, '2026-03-10', 'Oslo Taxi', $2, 'Taxi', 12.5, 'Taxi', now())`,
    [company.issuerId, report]
  );
  await enterAt(page, world, O.userId, `/workspace/expense-reports/${report}`);
  await press('transaction.event.approve');
  await expect(main).toContainText(text('expense.done.approve'));

  await enterAt(page, world, A.userId, `/workspace/expense-reports/${report}`);
  await expect(main).toContainText(text('repayment.state.to_send'));
  await looked('repayment-on-report');
  await main.getByRole('link', { name: 'Paid back •••• 7466' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EUR 12.50');
  await expect(main).toContainText('R-000001');
  await expect(main.getByRole('button', { name: text('repayment.cancel') })).toHaveCount(0);

  // The bank doesn't know the account: the administrator hears of it, and it is sent again once it is corrected.
  await db.query(
    `UPDATE repayments SET state = 'returned', return_code = 'AC01', ended_at = now(), sent_to = wallet_account_id,
       wallet_account_id = NULL WHERE report_id = $1`,
    [report]
  );
  await enter(page, world, C.userId);
  await expect(main).toContainText('repayment was returned by the bank');
  await goByNavigation(page, 'listing.repayments');
  await page.goto(world.at('tessera', '/workspace/repayments?state=returned'));
  await looked('repayments-returned');
  await main.getByRole('link', { name: 'Ada Berg' }).click();
  await expect(main).toContainText(text('payment.reason.not_found'));
  await looked('repayment-returned');
  await confirm('repayment.retry');
  await expect(page.getByRole('dialog')).toContainText(text('repayment.account.same'));
  await enter(page, world, A.userId);
  await add('NO93 8601 1117 947', 'Other');
  await goByNavigation(page, 'listing.repayments');
  await scripted(page);
  await chosen.selectOption({ label: 'Other NO •••• 7947' });
  await press('form.save');
  await expect(main).toContainText(text('repayment.done.account'));
  await enter(page, world, C.userId);
  await goByNavigation(page, 'listing.repayments');
  await main.getByRole('link', { name: 'Ada Berg' }).click();
  await confirm('repayment.retry');
  await expect(main).toContainText(text('repayment.done.retry'));
  await expect(main).toContainText('•••• 7947');
  await confirm('repayment.cancel');
  await expect(main).toContainText(text('repayment.done.cancel'));
  await expectAccessible(page);

  // Its report is due in the payable file then.
  await goByNavigation(page, 'listing.payable-files');
  await expect(main.getByRole('button', { name: text('payable.write') }).first()).toBeVisible();
});
