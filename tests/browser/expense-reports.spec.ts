import { randomUUID } from 'node:crypto';
import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

test('C1.003 C2.018 C4.017 a cardholder collects charges and own money and submits them, the approver sends back and approves', async ({
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
  await aTransaction(db, account, { postingDate: today, merchant: 'Corner Café', amount: '9.50', category: '5812' });
  const policy = await anExpensePolicy(db, company);
  await aPolicyRule(db, company, policy, { kind: 'receipt', level: 'explain', amount: '100' });
  await db.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, $2, 'expense-type', $3, 'Taxi', '{"category": "transport", "outOfPocket": true}')`,
    [company.issuerId, randomUUID(), company.id]
  );
  const A = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const O = await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' });
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [A.id, O.id]);
  const main = page.getByRole('main');
  const press = async (key: string) => {
    await scripted(page);
    await main.getByRole('button', { name: text(key), exact: true }).click();
  };
  const follow = (key: string) => main.getByRole('link', { name: text(key), exact: true }).click();

  await enter(page, world, A.userId);
  await goByNavigation(page, 'expense.report.title');
  await expect(main).toContainText(text('expense.report.none.advice'));
  await follow('expense.report.new');
  await scripted(page);
  await page.getByLabel(text('expense.report.name')).fill('Oslo, March');
  await press('expense.report.create');
  // What is missing is said at its field, and nothing typed is lost.
  await expect(page.getByLabel(text('transaction.purpose'))).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(text('transaction.purpose')).fill('Visit to the customer');
  await press('expense.report.create');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oslo, March');
  await expect(main).toContainText(text('expense.lines.none'));

  await follow('expense.charges.add');
  await scripted(page);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expectAccessible(page);
  await press('expense.charges.add');
  await follow('expense.own.add');
  await scripted(page);
  await page.getByLabel(text('transaction.date.paid')).fill(today);
  await page.getByLabel(text('transaction.amount.paid')).fill('12.00');
  await page.getByLabel(text('transaction.merchant')).fill('Oslo Taxi');
  await page.getByLabel(text('expense.own.type')).selectOption('Taxi');
  await page.getByLabel(text('expense.own.description')).fill('Taxi to the customer');
  await press('expense.own.add');
  // The new expense takes its receipt.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oslo Taxi');
  await scripted(page);
  await page
    .getByRole('region', { name: text('attachment.title') })
    .getByLabel(text('attachment.file'), { exact: true })
    .setInputFiles({ name: 'taxi.png', mimeType: 'image/png', buffer: aReceipt('png', 2_000) });
  await press('attachment.add');
  await expect(main).toContainText(text('attachment.added', { name: 'taxi.png' }));
  await page.getByRole('link', { name: 'Oslo, March' }).click();
  await expect(main.locator('.report-totals')).toContainText('130.00');
  await expect(main.locator('.report-totals')).toContainText('12.00');
  await expect(main.getByRole('row', { name: /Oslo Taxi/ })).toContainText(text('transaction.receipt'));
  await expect(main.getByRole('row', { name: /Harbour Hotel/ })).toContainText(text('expense.line.receipt.none'));
  await expectAccessible(page);
  await keepPicture(page, 'expense-report');
  // What the policy asks about is explained first.
  const hotel = main.getByRole('row', { name: /Harbour Hotel/ });
  await expect(hotel).toContainText('A receipt would clear it.');
  await hotel.getByRole('link', { name: text('expense.statement.none') }).click();
  await scripted(page);
  await page.getByLabel(text('expense.statement.reason.lost')).check();
  await page.getByLabel(text('expense.statement.note')).fill('It was left on the train.');
  await press('expense.statement.sign');
  await expect(main).toContainText(text('expense.statement.ask.first'));
  await expectAccessible(page);
  await page.getByLabel(text('expense.statement.asked')).check();
  await keepPicture(page, 'expense-statement');
  await press('expense.statement.sign');
  await expect(main).toContainText(text('expense.done.signed'));
  await expect(hotel).toContainText('Receipt lost, signed on');
  await expect(hotel).toContainText('It was left on the train.');
  await expect(hotel).not.toContainText('A receipt would clear it.');
  await keepPicture(page, 'expense-report-stated');
  // The receipt may still come: the statement is withdrawn.
  await hotel.getByRole('link', { name: text('expense.statement.change') }).click();
  await press('expense.statement.withdraw');
  await expect(hotel).toContainText('A receipt would clear it.');
  await press('expense.report.submit');
  await expect(main).toContainText('1 expense needs an explanation');
  await hotel.getByRole('link', { name: text('expense.explain') }).click();
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'expense-explanation');
  await page.getByLabel(text('expense.explanation')).fill('The hotel sends its bill by post.');
  await press('form.save');
  await expect(hotel).toContainText('The hotel sends its bill by post.');
  await keepPicture(page, 'expense-report-explained');
  await press('expense.report.submit');
  await expect(main).toContainText(text('expense.done.submit'));
  await expect(main).toContainText('Waits for Sofia Holm since');
  await expect(main.getByRole('button', { name: text('attachment.remove') })).toHaveCount(0);

  await enter(page, world, O.userId);
  await goByNavigation(page, 'expense.report.title');
  await follow('expense.waiting');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Oslo, March' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'expense-report-to-approve');
  await expect(main).toContainText('The hotel sends its bill by post.');
  await page.setViewportSize({ width: 1440, height: 900 });
  await scripted(page);
  await main
    .locator('.actions-wide')
    .getByRole('button', { name: text('transaction.event.send_back') })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('expense.report.comment')).fill('Two nights, not three.');
  await dialog.getByRole('button', { name: text('transaction.event.send_back') }).click();
  await expect(main).toContainText(text('expense.waiting.none'));

  await enter(page, world, A.userId);
  await expect(main).toContainText('expense report was sent back to you');
  await goByNavigation(page, 'expense.report.title');
  await page.getByRole('link', { name: 'Oslo, March' }).click();
  await expect(main).toContainText('Two nights, not three.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'expense-report-sent-back');
  await page.setViewportSize({ width: 1440, height: 900 });
  await hotel.getByRole('link', { name: text('expense.explanation.change') }).click();
  await page.getByLabel(text('expense.explanation')).fill('Two nights, and breakfast.');
  await press('form.save');
  await press('expense.report.submit');
  await expect(main).toContainText(text('expense.done.submit'));

  // The approver sees first what is different.
  await enterAt(page, world, O.userId, '/workspace/expense-reports/approvals');
  await page.getByRole('link', { name: 'Oslo, March' }).click();
  const changed = main.getByRole('region', { name: text('expense.since') });
  await expect(changed).toContainText('Two nights, not three.');
  await expect(changed).toContainText('Two nights, and breakfast. (before: The hotel sends its bill by post.)');
  await expectAccessible(page);
  await keepPicture(page, 'expense-report-changed');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'expense-report-changed-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('transaction.event.approve');
  await expect(main).toContainText(text('expense.done.approve'));
  await expect(main).toContainText('Approved by Sofia Holm');
  await keepPicture(page, 'expense-report-approved');
});

test('C2.018 C4.019 an approver reroutes a report to one person', async ({ page, world }) => {
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const account = await anAccount(db, company);
  const [owner, administrator] = [await aUserAt(db, 'A', account), await aUserAt(db, 'C', company)];
  await aUserAt(db, 'C', company, { firstName: 'Nils', lastName: 'Dahl' });
  const id = randomUUID();
  await db.query(
    `INSERT INTO expense_reports (issuer_id, id, company_id, account_id, owner_id, title, purpose, first_day, last_day,
       currency, state, submitted_at, created_at)
     VALUES ($1, $2, $3, $4, $5, 'Bergen', 'Fair', '2026-03-01', '2026-03-02', 'EUR', 'submitted', now(), now())`,
    [company.issuerId, id, company.id, account.id, owner.id]
  );
  await enterAt(page, world, administrator.userId, `/workspace/expense-reports/${id}/reroute`);
  await scripted(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: text('expense.reroute'), exact: true }).click();
  const person = page.getByLabel(text('expense.reroute.to'));
  await expect(person).toHaveAttribute('aria-invalid', 'true');
  await person.fill('Nils');
  await page.getByRole('option', { name: /Nils Dahl/ }).click();
  await expectAccessible(page);
  await main.getByRole('button', { name: text('expense.reroute'), exact: true }).click();
  await expect(main).toContainText('Waits for Nils Dahl since');
  await expect(main).toContainText(text('expense.report.status.rerouted'));
});

test('C9.025 C9.022 a cardholder says who took part in a dinner before the report can be submitted', async ({
  page,
  world
}) => {
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db));
  const account = await anAccount(db, await anOrgPoint(db, company));
  const today = new Date().toISOString().slice(0, 10);
  const dinner = await aTransaction(db, account, { postingDate: today, merchant: 'Corner Bistro', category: '5812' });
  const policy = await anExpensePolicy(db, company);
  const type = randomUUID();
  await db.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, $2, 'expense-type', $3, 'Meals with guests',
       '{"category": "entertainment", "merchantCategories": ["5812"], "values": ["Lunch", "Dinner"]}')`,
    [company.issuerId, type, company.id]
  );
  for (const [at, property] of ['attendees', 'purpose'].entries())
    await db.query(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, position, name, data)
       VALUES ($1, gen_random_uuid(), 'expense-type-property', $2, $3, $4, $5, jsonb_build_object('property', $5::text, 'asked', 'required'))`,
      [company.issuerId, company.id, type, at + 1, property]
    );
  await aPolicyRule(db, company, policy, { kind: 'attendee', level: 'explain', amount: '40' });
  const A = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const main = page.getByRole('main');
  await enterAt(page, world, A.userId, '/workspace/expense-reports/new');
  await scripted(page);
  await page.getByLabel(text('expense.report.name')).fill('Dinner with a customer');
  await page.getByLabel(text('transaction.purpose')).fill('Spring offer');
  await main.getByRole('button', { name: text('expense.report.create'), exact: true }).click();
  await main.getByRole('link', { name: text('expense.charges.add'), exact: true }).click();
  await scripted(page);
  await main.getByRole('button', { name: text('expense.charges.add'), exact: true }).click();
  const asked = text('expense.finding.details', { limit: 'Attendees, Business purpose' });
  await expect(main).toContainText(asked);
  await keepPicture(page, 'expense-details-missing');

  await main.getByRole('link', { name: new RegExp(`^${text('expense.details')}\\s*: Corner Bistro`) }).click();
  await scripted(page);
  // Its type is the one that its merchant category proposes, and asks for two things.
  await expect(page.getByLabel(text('expense.own.type'))).toHaveValue(type);
  const attendees = page.getByLabel('Attendees', { exact: true });
  await attendees.fill('Grace Hopper, Harbour Works\nAda Lovelace, Engines');
  await page.getByLabel(text('expense.details.unnamed')).fill('two');
  await main.getByRole('button', { name: text('form.save') }).click();
  await expect(page.getByLabel(text('expense.details.unnamed'))).toHaveAttribute('aria-invalid', 'true');
  await expect(attendees).toHaveValue('Grace Hopper, Harbour Works\nAda Lovelace, Engines');
  await page.getByLabel(text('expense.details.unnamed')).fill('2');
  await page.getByLabel('Business purpose').fill('Spring offer');
  await page.getByLabel(text('expense.details.choice')).selectOption('Dinner');
  await expectAccessible(page);
  await keepPicture(page, 'expense-details');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'expense-details-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await main.getByRole('button', { name: text('form.save') }).click();
  // A hundred among five is within the limit of forty.
  await expect(main).toContainText('Grace Hopper, Harbour Works; Ada Lovelace, Engines; 2 more people');
  await expect(main).not.toContainText(asked);
  await expect(page.locator('.line-findings')).toHaveCount(0);
  await expectAccessible(page);
  await keepPicture(page, 'expense-details-said');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  const said = await db.query('SELECT details FROM expense_report_lines WHERE transaction_id = $1', [dinner.id]);
  expect(said).toMatchObject([{ details: { value: 'Dinner', unnamed: 2 } }]);

  // Those who were named before are added by a press.
  await page.setViewportSize({ width: 1440, height: 900 });
  await main.getByRole('link', { name: new RegExp(`^${text('expense.details')}\\s*: Corner Bistro`) }).click();
  await scripted(page);
  const before = page.getByRole('group', { name: text('expense.details.attendees.recent') });
  await expect(before).toHaveCount(0);
  await attendees.fill('Una Moe');
  await before.getByRole('button', { name: 'Ada Lovelace, Engines' }).click();
  await expect(attendees).toHaveValue('Una Moe\nAda Lovelace, Engines');
  await expect(attendees).toBeFocused();
  await expect(before.getByRole('button')).toHaveText(['Grace Hopper, Harbour Works']);
  await expectAccessible(page);
  await keepPicture(page, 'expense-details-offered');
});
