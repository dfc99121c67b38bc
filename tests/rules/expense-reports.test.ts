import { randomUUID } from 'node:crypto';
import { ownFields } from '@/app/workspace/expense-reports/own-fields';
import { parseForm } from '@/app/workspace/ui/parse-form';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { guardDeletions } from '@/lib/composition/process/deletion-guards';
import { transaction } from '@/lib/core/database/database';
import { deleteUser } from '@/lib/directory/people/delete-user';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { attachmentsOf, openAttachment } from '@/lib/kit/attachments/attachments';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { noticeSettingsSchema, saveNoticeSettings } from '@/lib/kit/notice-mails/settings';
import { outOfPocketTypes } from '@/lib/money/expense-policies/types-to-choose';
import { findReportApprovers } from '@/lib/money/expenses/approver';
import { addCharges, addOwnMoney, changeOwnMoney, removeLine } from '@/lib/money/expenses/change-lines';
import { changeReport } from '@/lib/money/expenses/change-report';
import { MOST_LINES } from '@/lib/money/expenses/line-checks';
import { linesOf } from '@/lib/money/expenses/lines';
import { EXPENSE_REPORTS, WAITING_REPORTS } from '@/lib/money/expenses/listing';
import { createReport, deleteReport, editReport } from '@/lib/money/expenses/make-report';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { wayOf } from '@/lib/money/expenses/report-events';
import { ownMoneySchema, reportSchema, rerouteSchema } from '@/lib/money/expenses/schema';
import { removeTransaction } from '@/lib/money/transactions/add-transaction';
import { changeStates } from '@/lib/money/transactions/change-state';
import { WAITING } from '@/lib/money/transactions/waiting';
import { aDelegation, aProfile } from '../support/approvals';
import { aReceipt, sentFile } from '../support/attachments';
import { bytesOf } from '../support/bytes';
import { deliverNotices } from '../support/deliver-notices';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, anOwnExpense, aReportOf, ownMoney, reportEntry, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { READER, tryDelete } from '../support/setup';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let owner: PlacedPerson;
let manager: PlacedPerson;
/** The cardholder, their supervisor, another approver, and the company's administrator. */
let A: Principal;
let O: Principal;
let other: PlacedPerson;
let S: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  owner = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  manager = await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' });
  other = await aUserAt(db, 'O', point, { firstName: 'Nils', lastName: 'Dahl' });
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  [A, O, S] = [await principalFor(db, owner), await principalFor(db, manager), await principalFor(db, other)];
  C = await aPrincipalAt(db, 'C', company);
  await anExpensePolicy(db, company);
});

const aCharge = async (options: Parameters<typeof aTransaction>[2] = {}) =>
  (await aTransaction(world.current, account, options)).id;
const seen = async (id: string, by = A) => (await seenReport(by, id)) as ExpenseReport;
const stateOf = async (id: string) => (await seen(id)).status;
const charges = async (id: string) => (await linesOf(await seen(id))).map(({ transactionState }) => transactionState);
const byItself = (by: Principal, id: string, event: 'review' | 'approve' | 'unreview' | 'send_back') =>
  transaction((tx) => changeStates(tx, by, [id], { event, reason: 'Because' }, ORIGIN));
async function listed(by: Principal, listing = EXPENSE_REPORTS, query: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of listRows(by, listing, readQuery(listing, query))) ids.push(id);
  return ids;
}
/** A submitted report with a charge. */
async function submitted(): Promise<string> {
  const id = await aReportOf(A, account, [await aCharge()]);
  granted(await tried(A, id, { event: 'submit' }));
  return id;
}

/** The mails to somebody once their notices are delivered. */
async function mailsTo(email: string) {
  await deliverNotices(world.current);
  return queuedMails(world.current, email);
}

describe('C3.022 an expense report', () => {
  test('keeps charges and own money with their sums, and what its owner says about it', async () => {
    const type = await anExpenseType(C, company, { name: 'Taxi' });
    const [hotel, meal] = [await aCharge({ amount: '80.10' }), await aCharge({ amount: '19.90', merchant: 'Café' })];
    const id = await aReportOf(A, account, [hotel]);
    expect(granted(await addCharges(A, id, [meal, meal], ORIGIN))).toBe(1);
    const line = await anOwnExpense(A, id, type);
    expect(await seen(id)).toMatchObject({
      title: 'Oslo, March',
      purpose: 'Visit to the customer',
      firstDay: '2026-03-01',
      lastDay: '2026-03-31',
      currency: 'EUR',
      status: 'saved',
      cardTotal: '100',
      ownTotal: '12.5',
      personalTotal: '0',
      isOwn: true,
      balance: '12.5'
    });
    const lines = await linesOf(await seen(id));
    expect(lines.map(({ merchant, amount, expenseType }) => [merchant, amount, expenseType])).toEqual(
      expect.arrayContaining([
        ['Harbour Hotel', '80.1', null],
        ['Café', '19.9', null],
        ['Oslo Taxi', '12.5', 'Taxi']
      ])
    );
    const changed = ownMoney(type, { amount: '20', description: 'Taxi there and back' });
    granted(await changeOwnMoney(A, { id, lineId: line }, changed, ORIGIN));
    granted(await removeLine(A, { id, lineId: lines.find((one) => one.transactionId === meal)?.id as string }, ORIGIN));
    expect(await seen(id)).toMatchObject({ cardTotal: '80.1', ownTotal: '20' });
    const { version } = await seen(id);
    const head = { title: 'Bergen', purpose: 'Fair', firstDay: '2026-03-02', lastDay: '2026-03-03', version };
    granted(await editReport(A, id, head, ORIGIN));
    expect(await seen(id)).toMatchObject({ title: 'Bergen', lastDay: '2026-03-03' });
    expect(codeOf(await editReport(A, id, head, ORIGIN))).toBe('record.changed');
    granted(await deleteReport(A, id, ORIGIN));
    expect(await seenReport(A, id)).toBeNull();
    // The charge waits for another report.
    expect(await aReportOf(A, account, [hotel])).toBeTruthy();
    expect(codeOf(await deleteReport(A, id, ORIGIN))).toBe('not.found');
  });

  test('asks for its head, and its period may not run backwards', () => {
    const faults = (entry: object) => reportSchema.safeParse(entry).error?.issues.map(({ path }) => path.join('.'));
    expect(faults({})).toEqual(['accountId', 'title', 'purpose', 'firstDay', 'lastDay']);
    const entry = { ...reportEntry(account), firstDay: '2026-03-02', lastDay: '2026-03-01' };
    expect(faults(entry)).toEqual(['lastDay']);
    expect(faults({ ...entry, lastDay: '2026-03-02' })).toBeUndefined();
  });

  test('has a charge on one report at most, by whoever adds it first and by the database', async () => {
    const charge = await aCharge();
    const [one, two] = [await aReportOf(A, account), await aReportOf(A, account)];
    const both = await Promise.all([addCharges(A, one, [charge], ORIGIN), addCharges(A, two, [charge], ORIGIN)]);
    expect(both.map(codeOf).sort()).toEqual(['expense.charge.unavailable', 'ok']);
    await expect(
      world.current.query(
        `INSERT INTO expense_report_lines (issuer_id, id, report_id, posting_date, transaction_id, added_at)
         SELECT issuer_id, gen_random_uuid(), $1, posting_date, transaction_id, now() FROM expense_report_lines
         WHERE transaction_id = $2`,
        [one, charge]
      )
    ).rejects.toThrow('expense_report_lines_charge');
  });

  test('takes open charges of its own account and currency alone, all or none', async () => {
    const id = await aReportOf(A, account);
    const elsewhere = await anAccount(world.current, company);
    const ok = await aCharge();
    const inKronor = await anAccount(world.current, company, { currency: 'SEK' });
    const refusals = [
      await aCharge({ state: 'reviewed' }),
      (await aTransaction(world.current, elsewhere)).id,
      (await aTransaction(world.current, inKronor)).id,
      randomUUID()
    ];
    for (const bad of refusals)
      expect(refusedFor(await addCharges(A, id, [ok, bad], ORIGIN))).toBe('charges expense.charge.unavailable');
    expect(await charges(id)).toEqual([]);
  });

  test('C5.054 has descriptions as long as the company says, and 255 characters at most', async () => {
    const type = await anExpenseType(C, company);
    const id = await aReportOf(A, account);
    const described = (length: number) =>
      addOwnMoney(A, id, ownMoney(type, { description: 'x'.repeat(length) }), ORIGIN);
    granted(await described(255));
    expect(() => ownMoney(type, { description: 'x'.repeat(256) })).toThrow();
    await withSetting(world.current, { issuerId: company.issuerId }, 'expense.description.length', 10);
    expect(refusedFor(await described(11))).toBe('description too.long.field');
    granted(await described(10));
  });

  test('C1.039 a travel expense is entered and kept by a cardholder of the programme alone', async () => {
    const flight = await anExpenseType(C, company, { name: 'Flight', category: 'airfare' });
    const id = await aReportOf(A, account);
    const typed = ownMoney(flight, { merchant: 'Norse Air', amount: '189.90', description: 'Oslo – Bergen' });
    const lineId = granted(await addOwnMoney(A, id, typed, ORIGIN));
    expect(await linesOf(await seen(id))).toMatchObject([
      { id: lineId, merchant: 'Norse Air', expenseType: 'Flight', amount: '189.9', description: 'Oslo – Bergen' }
    ]);
    for (const by of [C, O]) expect((await addOwnMoney(by, id, typed, ORIGIN)).ok).toBe(false);
    const narrow = { ...A, authorities: new Set(['expense_reports.view'] as const) };
    expect(codeOf(await addOwnMoney(narrow, id, typed, ORIGIN))).toBe('forbidden.action');
    expect(await linesOf(await seen(id))).toHaveLength(1);
  });

  test('C5.149 an expense without a description: Expense Description is required', async () => {
    const type = await anExpenseType(C, company);
    const fields = ownFields(
      READER.t,
      await outOfPocketTypes({ issuerId: company.issuerId, companyId: company.id }),
      'EUR'
    );
    const form = new FormData();
    const typed = { spentOn: '2026-03-10', amount: '12.50', merchant: 'Oslo Taxi', expenseTypeId: type };
    for (const [name, value] of Object.entries({ ...typed, description: ' ' })) form.set(name, value);
    const answer = parseForm(READER, fields, ownMoneySchema, form);
    expect(answer.ok ? [] : answer.state.faults).toEqual([
      { field: 'description', message: 'Expense Description is required.', missing: true }
    ]);
  });

  test('refuses own money of a day to come, of too many decimals, and of no type for own money', async () => {
    const type = await anExpenseType(C, company);
    const id = await aReportOf(A, account);
    const refusal = async (entry: Parameters<typeof addOwnMoney>[2]) =>
      refusedFor(await addOwnMoney(A, id, entry, ORIGIN));
    expect(await refusal(ownMoney(type, { spentOn: '2999-01-01' }))).toBe('spentOn date.too.late');
    expect(await refusal(ownMoney(type, { amount: '1.234' }))).toBe('amount number.too.many.decimals');
    expect(await refusal(ownMoney(randomUUID()))).toBe('expenseTypeId invalid.field');
    const byCard = await anExpenseType(C, company, { outOfPocket: 'false' });
    expect(await refusal(ownMoney(byCard))).toBe('expenseTypeId invalid.field');
    for (const amount of ['0', '-1', '']) expect(() => ownMoney(type, { amount })).toThrow();
    // A type that is gone leaves its name.
    granted(await addOwnMoney(A, id, ownMoney(type), ORIGIN));
    expect(await tryDelete(C, 'expense-type', company.issuerId, type)).toBe('deleted');
    expect((await linesOf(await seen(id)))[0]?.expenseType).toMatch(/^Taxi/);
  });

  test('ends somewhere', async () => {
    const id = await aReportOf(A, account);
    await world.current.query(
      `INSERT INTO expense_report_lines (issuer_id, id, report_id, spent_on, merchant, expense_type_id, expense_type,
         amount, description, added_at)
       SELECT $1, gen_random_uuid(), $2, '2026-03-01', 'Taxi', gen_random_uuid(), 'Taxi', 1, 'Taxi', now()
       FROM generate_series(1, $3::int)`,
      [A.issuerId, id, MOST_LINES]
    );
    expect(codeOf(await addCharges(A, id, [await aCharge()], ORIGIN))).toBe('expense.report.full');
  });

  test('C1.024 keeps receipts of own money, which its owner adds while it is saved and its approver opens again', async () => {
    const id = await aReportOf(A, account);
    const line = await anOwnExpense(A, id, await anExpenseType(C, company));
    const to = { entity: 'expense_line', id: line } as const;
    const receipt = aReceipt();
    const add = (by: Principal) => addAttachment(ATTACHABLES, by, to, sentFile(receipt), ORIGIN);
    granted(await add(A));
    expect((await linesOf(await seen(id)))[0]?.hasReceipt).toBe(true);
    expect(codeOf(await add(O))).toBe('not.found');
    granted(await tried(A, id, { event: 'submit' }));
    for (const by of [A, O]) {
      const [added] = (await attachmentsOf(ATTACHABLES, by, to))?.attachments ?? [];
      const opened = await openAttachment(ATTACHABLES, by, to, added?.id as string);
      expect(opened && (await bytesOf(opened.bytes)).equals(receipt)).toBe(true);
    }
    expect(codeOf(await add(A))).toBe('expense.report.submitted');
    expect(codeOf(await add(O))).toBe('forbidden.action');
    granted(await tried(O, id, { event: 'decline', reason: 'Why?' }));
    granted(await removeLine(A, { id, lineId: line }, ORIGIN));
    expect(await world.current.query('SELECT 1 FROM attachments WHERE record_id = $1', [line])).toEqual([]);
  });
});

describe('who makes reports', () => {
  test('C6.011 cardholders alone', async () => {
    for (const by of [C, O])
      expect(codeOf(await createReport(by, reportEntry(account), ORIGIN))).toBe('forbidden.action');
    granted(await createReport(A, reportEntry(account), ORIGIN));
    const elsewhere = await anAccount(world.current, company);
    expect(refusedFor(await createReport(A, reportEntry(elsewhere), ORIGIN))).toBe('accountId not.found');
  });

  test('C6.011 C6.041 with expense reporting in their authority template and in their programme', async () => {
    const narrow = await aPrincipalAt(world.current, 'A', account, { authorities: ['expense_reports.view'] });
    expect(codeOf(await createReport(narrow, reportEntry(account), ORIGIN))).toBe('forbidden.action');
    const id = await aReportOf(A, account, [await aCharge()]);
    const option = randomUUID();
    await world.current.query(
      "INSERT INTO program_options (issuer_id, id, name, program_type, features) VALUES ($1, $2, 'Plain', 'corporate', '{}')",
      [company.issuerId, option]
    );
    await world.current.query('UPDATE companies SET program_option_id = $2 WHERE id = $1', [company.id, option]);
    expect(codeOf(await createReport(A, reportEntry(account), ORIGIN))).toBe('forbidden.action');
    expect(codeOf(await tried(A, id, { event: 'submit' }))).toBe('forbidden.action');
  });

  test('C6.018 C6.011 through other eyes they are prepared, but neither submitted nor taken back nor decided', async () => {
    const viewing = (by: Principal): Principal => ({ ...by, accessor: { issuerId: C.issuerId, userId: C.userId } });
    const id = await aReportOf(viewing(A), account, [await aCharge()]);
    expect(codeOf(await tried(viewing(A), id, { event: 'submit' }))).toBe('access.as.user.closed');
    granted(await tried(A, id, { event: 'submit' }));
    expect(codeOf(await tried(viewing(A), id, { event: 'recall' }))).toBe('access.as.user.closed');
    expect(codeOf(await tried(viewing(O), id, { event: 'approve' }))).toBe('forbidden.action');
    expect(await stateOf(id)).toBe('submitted');
  });

  test('C6.021 a cardholder with an open report, saved or submitted, can’t be deleted', async () => {
    guardDeletions();
    const refusal = { refusal: { code: 'user.open.reports', params: { count: 1 } } };
    const id = await aReportOf(A, account, [await aCharge()]);
    expect(await deleteUser(C, owner.id, ORIGIN)).toMatchObject(refusal);
    granted(await tried(A, id, { event: 'submit' }));
    expect(await deleteUser(C, owner.id, ORIGIN)).toMatchObject(refusal);
    granted(await tried(O, id, { event: 'approve' }));
    granted(await deleteUser(C, owner.id, ORIGIN));
  });

  test('who is not its owner sees it once it was submitted, in their scope; others never', async () => {
    const id = await aReportOf(A, account, [await aCharge()]);
    const colleague = await aPrincipalAt(world.current, 'A', account);
    const stranger = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
    for (const by of [O, C, colleague]) expect(await seenReport(by, id)).toBeNull();
    granted(await tried(A, id, { event: 'submit' }));
    for (const by of [A, O, C]) expect(await listed(by)).toEqual([id]);
    for (const by of [colleague, stranger]) expect([await seenReport(by, id), await listed(by)]).toEqual([null, []]);
    expect(codeOf(await addCharges(colleague, id, [await aCharge()], ORIGIN))).toBe('not.found');
  });
});

describe('its way', () => {
  test('C2.018 C2.071 C4.017 is saved, submitted, approved, and its charges with it; both are told', async () => {
    const charge = await aCharge();
    const id = await aReportOf(A, account, [charge]);
    expect([await stateOf(id), await charges(id)]).toEqual(['saved', ['open']]);
    granted(await tried(A, id, { event: 'submit' }));
    expect([await stateOf(id), await charges(id)]).toEqual(['submitted', ['reviewed']]);
    expect(await seen(id, O)).toMatchObject({ approverId: O.userId, approverName: 'Sofia Holm', isOwn: false });
    expect([await listed(O, WAITING_REPORTS), await listed(S, WAITING_REPORTS)]).toEqual([[id], []]);
    // Its charges are not approved a second way.
    expect(await listed(O, WAITING)).toEqual([]);
    granted(await tried(O, id, { event: 'approve' }));
    expect([await stateOf(id), await charges(id)]).toEqual(['approved', ['approved']]);
    expect(await listed(O, WAITING_REPORTS)).toEqual([]);
    expect((await wayOf(await seen(id))).map(({ event, by }) => [event, by])).toEqual([
      ['approve', 'Sofia Holm'],
      ['submit', 'Ada Berg']
    ]);
    expect((await mailsTo(manager.email)).map(({ template }) => template)).toEqual(['report_submitted']);
    expect((await mailsTo(owner.email)).map(({ template }) => template)).toEqual(['report_approved']);
    const [audited] = await world.current.query<{ actions: string[] }>(
      `SELECT array_agg(action ORDER BY sequence) AS actions FROM audit_entries
       WHERE issuer_id = $1 AND entity = 'expense_report'`,
      [A.issuerId]
    );
    expect(audited?.actions).toEqual(
      ['created', 'changed', 'submit', 'approve'].map((event) => `expense_report.${event}`)
    );
  });

  test('C4.018 is submitted once: of two at once one is refused, and the other one wins', async () => {
    const id = await aReportOf(A, account, [await aCharge()]);
    const { version } = await seen(id);
    const submit = () => changeReport(A, id, { event: 'submit', version }, ORIGIN);
    expect((await Promise.all([submit(), submit()])).map(codeOf).sort()).toEqual(['expense.report.submitted', 'ok']);
    expect(codeOf(await submit())).toBe('expense.report.submitted');
    expect(await charges(id)).toEqual(['reviewed']);
    expect(await wayOf(await seen(id))).toHaveLength(1);
    expect(await mailsTo(manager.email)).toHaveLength(1);
  });

  test('C4.018 of an approval and a recall at once one wins, with the charges', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await submitted();
      const { version } = await seen(id);
      const both = await Promise.all([
        changeReport(O, id, { event: 'approve', version }, ORIGIN),
        changeReport(A, id, { event: 'recall', version }, ORIGIN)
      ]);
      const approved = both[0].ok;
      expect(both.map(({ ok }) => ok)).toEqual([approved, !approved]);
      // Who comes too late no longer sees a report that was taken back.
      expect(both.map(codeOf)).toContain(approved ? 'expense.report.approved' : 'not.found');
      expect([await stateOf(id), await charges(id)]).toEqual(
        approved ? ['approved', ['approved']] : ['saved', ['open']]
      );
    }
  });

  test('C4.017D comes back with the comment of who declines, can be changed and submitted again', async () => {
    const id = await submitted();
    expect(refusedFor(await tried(O, id, { event: 'decline' }))).toBe('reason required');
    granted(await tried(O, id, { event: 'decline', reason: 'Two nights, not three.' }));
    expect([await stateOf(id), await charges(id)]).toEqual(['sent_back', ['open']]);
    expect((await wayOf(await seen(id)))[0]).toMatchObject({
      event: 'decline',
      by: 'Sofia Holm',
      reason: 'Two nights, not three.'
    });
    const mail = (await mailsTo(owner.email)).at(-1);
    expect(mail).toMatchObject({
      template: 'report_declined',
      params: { reason: 'Two nights, not three.', title: 'Oslo, March' }
    });
    expect(await listed(A, EXPENSE_REPORTS, { status: 'sent_back' })).toEqual([id]);
    granted(await addCharges(A, id, [await aCharge()], ORIGIN));
    granted(await tried(A, id, { event: 'submit' }));
    expect([await stateOf(id), await charges(id)]).toEqual(['submitted', ['reviewed', 'reviewed']]);
  });

  test('C2.027 is told of in the inbox, and by mail as its reader has chosen', async () => {
    await saveNoticeSettings(A, noticeSettingsSchema.parse({ approvals: 'inbox' }), ORIGIN);
    const id = await submitted();
    granted(await tried(O, id, { event: 'approve' }));
    expect(await mailsTo(owner.email)).toEqual([]);
    const kinds = async (by: Principal) => (await inboxOf(by, { view: 'all' })).map(({ kind }) => kind);
    expect([await kinds(O), await kinds(A)]).toEqual([['approval.report.waits'], ['approval.report.approved']]);
    expect(await mailsTo(manager.email)).toHaveLength(1);
  });

  test('is taken back by its owner until it is approved, and not changed before', async () => {
    const id = await submitted();
    expect(codeOf(await addCharges(A, id, [await aCharge()], ORIGIN))).toBe('expense.report.submitted');
    expect(codeOf(await deleteReport(A, id, ORIGIN))).toBe('expense.report.submitted');
    granted(await tried(A, id, { event: 'recall' }));
    expect([await stateOf(id), await charges(id)]).toEqual(['saved', ['open']]);
    expect(codeOf(await tried(A, id, { event: 'recall' }))).toBe('expense.report.not.submitted');
    granted(await tried(A, id, { event: 'submit' }));
    granted(await tried(O, id, { event: 'approve' }));
    expect(codeOf(await tried(A, id, { event: 'recall' }))).toBe('expense.report.approved');
    expect(codeOf(await deleteReport(A, id, ORIGIN))).toBe('expense.report.approved');
  });

  test('is neither submitted empty nor with a charge that can’t be reviewed, and stays as it was', async () => {
    const empty = await aReportOf(A, account);
    expect(codeOf(await tried(A, empty, { event: 'submit' }))).toBe('expense.report.empty');
    const [good, bad] = [await aCharge(), await aCharge()];
    const id = await aReportOf(A, account, [good, bad]);
    await world.current.query(
      "UPDATE transactions SET scheme_id = $2, scheme_version = repeat('a', 32) WHERE id = $1",
      [bad, randomUUID()]
    );
    expect(codeOf(await tried(A, id, { event: 'submit' }))).toBe('transaction.scheme.changed');
    expect([await stateOf(id), await charges(id)]).toEqual(['saved', ['open', 'open']]);
    expect(await mailsTo(manager.email)).toEqual([]);
  });

  test('C4.020 stays saved without an expense policy in force, to be submitted again', async () => {
    const id = await aReportOf(A, account, [await aCharge()]);
    const inForce = (validFrom: string) =>
      world.current.query(
        `UPDATE setup_records SET data = jsonb_build_object('validFrom', $2::text)
         WHERE entity = 'expense-policy' AND owner_id = $1`,
        [company.id, validFrom]
      );
    await inForce('2999-01-01');
    expect(codeOf(await tried(A, id, { event: 'submit' }))).toBe('expense.policy.none');
    expect([await stateOf(id), await charges(id)]).toEqual(['saved', ['open']]);
    await inForce('2020-01-01');
    granted(await tried(A, id, { event: 'submit' }));
    expect(await stateOf(id)).toBe('submitted');
  });

  test('its charges don’t change by themselves, whatever the report’s state', async () => {
    const charge = await aCharge();
    const id = await aReportOf(A, account, [charge]);
    const refusal = async (by: Principal, event: Parameters<typeof byItself>[2]) =>
      (await byItself(by, charge, event)).refused[0]?.refusal.code;
    expect(await refusal(A, 'review')).toBe('transaction.on.report');
    granted(await tried(A, id, { event: 'submit' }));
    expect(await refusal(A, 'unreview')).toBe('transaction.on.report');
    expect(await refusal(O, 'approve')).toBe('transaction.on.report');
    expect(await refusal(O, 'send_back')).toBe('transaction.on.report');
    granted(await tried(O, id, { event: 'approve' }));
    expect(await refusal(O, 'send_back')).toBe('transaction.on.report');
    const [{ version } = { version: 0 }] = await world.current.query<{ version: number }>(
      "UPDATE transactions SET type = 'out_of_pocket', added_by = $2 WHERE id = $1 RETURNING version",
      [charge, A.userId]
    );
    expect(codeOf(await removeTransaction(A, { id: charge, version }, ORIGIN))).toBe('transaction.remove.open');
  });

  test('has a charge that is free again once it is taken off', async () => {
    const charge = await aCharge();
    const id = await aReportOf(A, account, [charge]);
    granted(await removeLine(A, { id, lineId: (await linesOf(await seen(id)))[0]?.id as string }, ORIGIN));
    expect((await byItself(A, charge, 'review')).done).toEqual([charge]);
    expect(codeOf(await removeLine(A, { id, lineId: randomUUID() }, ORIGIN))).toBe('not.found');
  });
});

describe('who decides', () => {
  test('nobody decides on their own report', async () => {
    // A cardholder who approves as well, under a linked user id.
    const both = await aUserAt(world.current, 'C', company);
    await world.current.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [owner.issuerId, both.id, owner.id]
    );
    await world.current.query('UPDATE users SET supervisor_id = NULL WHERE id = $1', [owner.id]);
    const id = await submitted();
    const self = await principalFor(world.current, both);
    for (const change of [
      { event: 'approve' },
      { event: 'decline', reason: 'No' },
      { event: 'reroute', approver: other.userId }
    ] as const)
      expect(codeOf(await tried(self, id, change))).toBe('expense.approve.own');
    expect(await listed(self, WAITING_REPORTS)).toEqual([]);
    await expect(
      world.current.query('UPDATE expense_reports SET approver_id = owner_id WHERE id = $1', [id])
    ).rejects.toThrow('expense_reports_own');
  });

  test('the supervisor does, or who stands in for them; without a supervisor any approver', async () => {
    const id = await submitted();
    expect(codeOf(await tried(S, id, { event: 'approve' }))).toBe('expense.approve.other');
    expect(codeOf(await tried(S, id, { event: 'decline', reason: 'No' }))).toBe('expense.approve.other');
    await aDelegation(world.current, { from: O, to: S });
    expect(await listed(S, WAITING_REPORTS)).toEqual([id]);
    granted(await tried(S, id, { event: 'approve' }));
    expect((await wayOf(await seen(id)))[0]).toMatchObject({ by: 'Nils Dahl', behalfOf: 'Sofia Holm' });
    await world.current.query('UPDATE users SET supervisor_id = NULL WHERE id = $1', [owner.id]);
    const next = await submitted();
    expect(await seen(next)).toMatchObject({ approverId: null, approverName: null });
    expect([await listed(O, WAITING_REPORTS), await listed(S, WAITING_REPORTS)]).toEqual([[next], [next]]);
    granted(await tried(O, next, { event: 'approve' }));
  });

  test('what waits for somebody who is gone waits for any approver', async () => {
    const id = await submitted();
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [manager.id]);
    expect(await listed(S, WAITING_REPORTS)).toEqual([id]);
    granted(await tried(S, id, { event: 'approve' }));
  });

  test('the approval profile in force limits it by the sum of a report, credits counted without their sign', async () => {
    await aProfile(world.current, company, {
      levels: [{ limit: '150', members: [manager.id] }, { members: [other.id] }],
      places: [company]
    });
    const small = await submitted();
    expect(await seen(small)).toMatchObject({ approverId: O.userId });
    const id = await aReportOf(A, account, [await aCharge(), await aCharge({ type: 'credit', amount: '-60' })]);
    granted(await tried(A, id, { event: 'submit' }));
    // The supervisor's level doesn't reach: any approver whose level does.
    expect(await seen(id)).toMatchObject({ approverId: null, cardTotal: '40', weight: '160' });
    expect(codeOf(await tried(O, id, { event: 'approve' }))).toBe('transaction.approve.limit');
    expect(codeOf(await tried(S, id, { event: 'reroute', approver: manager.userId }))).toBe('expense.reroute.limit');
    granted(await tried(S, id, { event: 'approve' }));
  });
});

describe('C2.018 a reroute', () => {
  test('C2.072 C4.017 C4.019 C4.049 goes to one person who approves it, who decides from then on', async () => {
    const id = await submitted();
    expect((await findReportApprovers(await seen(id), '')).map((one) => one.id).sort()).toEqual(
      [manager.id, other.id, C.userId].sort()
    );
    const to = async (approver?: string) => refusedFor(await tried(O, id, { event: 'reroute', approver }));
    const group = randomUUID();
    await world.current.query(
      `WITH made AS (INSERT INTO user_groups (issuer_id, id, node_id, name) VALUES ($1, $2, $3, 'Approvers'))
       INSERT INTO user_group_members (issuer_id, group_id, user_id) VALUES ($1, $2, $4)`,
      [company.issuerId, group, company.id, other.id]
    );
    for (const nobody of [undefined, 'Nobody', company.id, group, 'Approvers', owner.userId])
      expect(await to(nobody)).toBe('approver expense.reroute.individual');
    expect(rerouteSchema.safeParse({}).success).toBe(false);
    expect(await to(manager.userId)).toBe('approver expense.reroute.same');
    granted(await tried(O, id, { event: 'reroute', approver: other.userId, reason: 'I am away' }));
    expect([await stateOf(id), await charges(id)]).toEqual(['rerouted', ['reviewed']]);
    expect([await listed(O, WAITING_REPORTS), await listed(S, WAITING_REPORTS)]).toEqual([[], [id]]);
    expect(codeOf(await tried(O, id, { event: 'approve' }))).toBe('expense.approve.other');
    expect((await wayOf(await seen(id)))[0]).toMatchObject({
      event: 'reroute',
      approver: 'Nils Dahl',
      reason: 'I am away'
    });
    expect((await mailsTo(other.email)).map(({ template }) => template)).toEqual(['report_submitted']);
    expect((await mailsTo(owner.email)).map(({ template }) => template)).toEqual(['report_rerouted']);
    granted(await tried(S, id, { event: 'approve' }));
    expect(await stateOf(id)).toBe('approved');
  });

  test('C4.019 is only of a submitted or approved report', async () => {
    const id = await submitted();
    granted(await tried(O, id, { event: 'decline', reason: 'No' }));
    const mine = await aReportOf(A, account);
    // A saved report is its owner's alone, who is no approver.
    for (const saved of [id, mine]) {
      expect(codeOf(await tried(O, saved, { event: 'reroute', approver: other.userId }))).toBe('not.found');
      expect(codeOf(await tried(A, saved, { event: 'reroute', approver: other.userId }))).toBe('forbidden.action');
    }
  });

  test('C4.019D of an approved one withdraws the approval, by who gave it and not after its export', async () => {
    const id = await submitted();
    granted(await tried(O, id, { event: 'approve' }));
    expect(codeOf(await tried(S, id, { event: 'reroute', approver: C.userId }))).toBe('expense.approved.by.other');
    const [line] = await linesOf(await seen(id));
    const exported = (state: string) =>
      world.current.query(
        `UPDATE transactions SET state = $2::transaction_state,
           exported_at = CASE WHEN $2 = 'exported' THEN now() END, exported_by = CASE WHEN $2 = 'exported' THEN approved_by END,
           exported_in = CASE WHEN $2 = 'exported' THEN gen_random_uuid() END WHERE id = $1`,
        [line?.transactionId, state]
      );
    await exported('exported');
    expect(codeOf(await tried(O, id, { event: 'reroute', approver: other.userId }))).toBe('expense.report.exported');
    await exported('approved');
    granted(await tried(O, id, { event: 'reroute', approver: other.userId }));
    expect([await stateOf(id), await charges(id)]).toEqual(['rerouted', ['reviewed']]);
    expect(await seen(id)).toMatchObject({ approverName: 'Nils Dahl', approvedAt: null, approvedById: null });
    granted(await tried(S, id, { event: 'approve' }));
    expect(await charges(id)).toEqual(['approved']);
  });
});

test('a merge moves the reports of a user, and what waited for the merged one', async () => {
  const id = await submitted();
  const second = await aUserAt(world.current, 'C', company);
  const third = await aUserAt(world.current, 'A', account);
  const moved = (keptId: string, mergedId: string) =>
    transaction(async (tx) => {
      for (const { move } of BELONGINGS) await move?.(tx, { issuerId: company.issuerId, keptId, mergedId });
    });
  await moved(second.id, manager.id);
  expect((await seen(id)).approverId).toBe(second.id);
  await moved(third.id, owner.id);
  const kept = await principalFor(world.current, third);
  expect(await seen(id, kept)).toMatchObject({ ownerId: third.id, approverId: second.id });
});
