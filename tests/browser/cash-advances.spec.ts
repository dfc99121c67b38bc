import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, goByNavigation, scripted } from '../support/workspace-walk';

test('issue 17 point 4 an administrator enters a cash advance, its owner sets a report against it, and the rest is closed', async ({
  page,
  world
}) => {
  test.slow();
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const account = await anAccount(db, await anOrgPoint(db, company));
  await anExpensePolicy(db, company);
  const A = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const C = await aUserAt(db, 'C', company, { firstName: 'Cecilia', lastName: 'Ek' });
  await db.query(
    `WITH report AS (
       INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
         currency, created_at)
       VALUES ($1, gen_random_uuid(), $2, $3, $4, 'Oslo, March', 'Fair', '2026-03-01', '2026-03-31', 'EUR', now())
       RETURNING issuer_id, id)
     INSERT INTO expense_report_lines (issuer_id, id, report_id, spent_on, merchant, expense_type_id, expense_type,
       amount, description, added_at)
     SELECT issuer_id, id, id, '2026-03-10', 'Oslo Taxi', id, 'Taxi', 60.25, 'To the fair', now() FROM report`,
    [company.issuerId, company.id, account.id, A.id]
  );
  const main = page.getByRole('main');
  const wide = { width: 1440, height: 900 };
  const narrow = { width: 375, height: 800 };
  const looked = async (name: string) => {
    await expectAccessible(page);
    await keepPicture(page, name);
    await page.setViewportSize(narrow);
    await expectFits(page);
    await keepPicture(page, `${name}-narrow`);
    await page.setViewportSize(wide);
  };

  await enter(page, world, C.userId);
  await goByNavigation(page, 'listing.cash-advances');
  await expect(main).toContainText(text('advance.none'));
  await keepPicture(page, 'advances-none');
  await main.getByRole('link', { name: text('advance.new') }).click();
  await scripted(page);
  await page.getByLabel(text('advance.owner')).fill('Ada');
  await page.getByRole('option', { name: /Ada Berg/ }).click();
  await page.getByLabel(text('advance.amount')).fill('100');
  await page.getByLabel(text('transaction.purpose')).fill('Cash for the fair in Oslo');
  await looked('advance-new');
  await page.getByLabel(text('transaction.purpose')).press('Enter');
  await expect(main).toContainText(text('advance.done.entered'));
  await expect(main).toContainText('EUR 100.00');

  await enter(page, world, A.userId);
  await goByNavigation(page, 'expense.report.title');
  await main.getByRole('link', { name: 'Oslo, March' }).click();
  await scripted(page);
  await expect(main).toContainText('EUR 100.00 open');
  await main.getByRole('button', { name: text('advance.set') }).press('Enter');
  await expect(main).toContainText('EUR 60.25 set against this report, EUR 39.75 still open');
  await expect(main.locator('.report-totals')).toContainText(text('expense.report.advance.total'));
  await expect(main).toContainText(text('expense.balance.even'));
  await looked('advance-on-report');
  await goByNavigation(page, 'listing.cash-advances');
  await expect(main.getByRole('row', { name: /Ada Berg/ })).toContainText('39.75');
  await looked('advances');

  await enter(page, world, C.userId);
  await goByNavigation(page, 'listing.cash-advances');
  await main.getByRole('link', { name: 'Ada Berg' }).click();
  await scripted(page);
  await looked('advance');
  await main.getByRole('button', { name: text('advance.close') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('advance.close') }).click();
  await expect(dialog).toContainText(text('ledger.reason'));
  await dialog.getByLabel(text('ledger.reason')).fill('Paid back in cash');
  await keepPicture(page, 'advance-close');
  await dialog.getByRole('button', { name: text('advance.close') }).click();
  await expect(main).toContainText(text('advance.done.closed'));
  await expect(main).toContainText('Paid back in cash');
  await expectAccessible(page);
});

test('an open dialog and what is typed in it outlive a refresh of their page, and its own save closes it', async ({
  page,
  world
}) => {
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const account = await anAccount(db, await anOrgPoint(db, company));
  await anExpensePolicy(db, company);
  const A = await aUserAt(db, 'A', account, { firstName: 'Alma', lastName: 'Lund' });
  const C = await aUserAt(db, 'C', company, { firstName: 'Carl', lastName: 'Dahl' });
  await db.query(
    `INSERT INTO cash_advances (issuer_id, id, company_id, account_id, owner_id, paid_on, purpose, currency, amount,
       entered_at, entered_by)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, '2026-03-01', 'Cash for Oslo', 'EUR', 100, now(), $5)`,
    [company.issuerId, company.id, account.id, A.id, C.id]
  );
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const opener = main.getByRole('button', { name: text('advance.close') });
  const reason = dialog.getByLabel(text('ledger.reason'));
  // The refreshed page is on its way until it is let through.
  let waiting: (() => Promise<void>)[] | null = null;
  await page.route(/\/workspace\/cash-advances\/[0-9a-f-]{36}/, async (route) => {
    const isAsked = route.request().method() === 'GET' && route.request().headers().rsc === '1';
    if (waiting && isAsked) waiting.push(() => route.continue());
    else await route.continue();
  });
  const goAwayAndBack = async () => {
    await goByNavigation(page, 'listing.cash-advances');
    waiting = [];
    await page.goBack();
    await expect.poll(() => waiting?.length).toBeGreaterThan(0);
  };
  const refreshedWith = async (purpose: string) => {
    await db.query('UPDATE cash_advances SET purpose = $1 WHERE owner_id = $2', [purpose, A.id]);
    await Promise.all((waiting ?? []).map((letThrough) => letThrough()));
    waiting = null;
    await expect(main).toContainText(purpose);
  };

  await enter(page, world, C.userId);
  await goByNavigation(page, 'listing.cash-advances');
  await main.getByRole('link', { name: 'Alma Lund' }).click();
  await expect(opener).toBeVisible();
  await goAwayAndBack();
  await opener.click();
  await reason.fill('Paid back');
  await refreshedWith('Cash for Bergen');
  await expect(dialog).toBeVisible();
  await expect(reason).toHaveValue('Paid back');
  await expect(reason).toBeFocused();

  // Cancelled, the page is the one that the server has sent, and a later refresh finds no open dialog.
  await dialog.getByRole('button', { name: text('form.cancel') }).click();
  await expect(dialog).toBeHidden();
  await goAwayAndBack();
  await refreshedWith('Cash for Tromsø');
  await expect(dialog).toBeHidden();

  await opener.click();
  await reason.fill('Paid back in cash');
  await dialog.getByRole('button', { name: text('advance.close') }).click();
  await expect(main).toContainText(text('advance.done.closed'));
  await expect(dialog).toBeHidden();
  await expect(main).toContainText('Paid back in cash');
});
