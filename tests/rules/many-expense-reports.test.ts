import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { linesOf } from '@/lib/money/expenses/lines';
import { seenReport } from '@/lib/money/expenses/report';
import { aProfile } from '../support/approvals';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { aReportOf, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const WAITING = { list: 'expense-approvals', parameters: {}, query: '' };
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, company);
  A = await aPrincipalAt(db, 'A', account);
  C = await aPrincipalAt(db, 'C', company);
  const policy = await anExpensePolicy(db, company);
  for (const kind of ['line', 'day', 'month', 'year', 'receipt', 'duplicate'])
    await aPolicyRule(db, company, policy, { kind, level: 'note', amount: '1' });
});

const charges = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, one) => aTransaction(world.current, account, { merchant: `Inn ${one}` }))
  );
const aSubmitted = async (count = 1) => {
  const id = await aReportOf(
    A,
    account,
    (await charges(count)).map((charge) => charge.id)
  );
  granted(await tried(A, id, { event: 'submit' }));
  return id;
};

/** How many statements work sends, those that begin and end its transaction left out. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = sent.mock.calls.map(([query]) => String((query as unknown as { text?: string })?.text ?? query));
  sent.mockRestore();
  return texts.filter((text) => !/^(BEGIN|COMMIT|SET)\b/.test(text)).length;
}

test('issue 17: a report of 200 charges is submitted with all of its rules in at most 20 statements, for a supervisor with a limit too', async () => {
  const supervisor = await aPrincipalAt(world.current, 'C', company);
  await world.current.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [A.userId, supervisor.userId]);
  await aProfile(world.current, company, { levels: [{ members: [supervisor.userId] }], places: [company] });
  const id = await aReportOf(
    A,
    account,
    (await charges(200)).map((charge) => charge.id)
  );
  const sent = await statementsOf(async () => granted(await tried(A, id, { event: 'submit', version: 2 })));
  expect(await seenReport(A, id)).toMatchObject({ state: 'submitted', approverId: supervisor.userId });
  expect(sent).toBeLessThanOrEqual(20);
});

test('issue 17: a report of 200 charges is submitted with all of its rules by as many statements as one of a single charge', async () => {
  const few = await aReportOf(A, account, [(await charges(1))[0]?.id as string]);
  const many = await aReportOf(
    A,
    account,
    (await charges(200)).map(({ id }) => id)
  );
  const submit = (id: string) => statementsOf(async () => granted(await tried(A, id, { event: 'submit', version: 2 })));
  const [least, most] = [await submit(few), await submit(many)];
  expect(most).toBe(least);
  expect(most).toBeLessThanOrEqual(20);
});

const bulk = (by: Principal, ids: readonly string[]) =>
  askBulk(LISTS, by, WAITING, { action: 'approve', extent: { ids } }, ORIGIN);

test('issue 17: any number of reports is approved in one go by as many statements as one, with an audit entry and a notice each', async () => {
  const [one, ...many] = [
    await aSubmitted(),
    ...(await Promise.all([1, 2, 3, 4, 5].map((count) => aSubmitted(count))))
  ];
  const least = await statementsOf(async () => granted(await bulk(C, [one])));
  const most = await statementsOf(async () =>
    expect(granted(await bulk(C, many))).toMatchObject({ done: 5, refused: 0 })
  );
  expect(most).toBe(least);
  const [traces] = await world.current.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM audit_entries a WHERE a.issuer_id = $1 AND a.action = 'expense_report.approve') AS audited,
       (SELECT count(*)::int FROM audit_entries a WHERE a.issuer_id = $1 AND a.action = 'transaction.approve') AS charges,
       (SELECT count(*)::int FROM expense_report_events e WHERE e.issuer_id = $1 AND e.event = 'approve') AS way,
       (SELECT count(*)::int FROM transaction_events e WHERE e.issuer_id = $1 AND e.event = 'approve') AS history,
       (SELECT count(*)::int FROM outbox o WHERE o.issuer_id = $1 AND o.topic = 'inbox.notice') AS told`,
    [A.issuerId]
  );
  expect(traces).toEqual({ audited: 6, charges: 6, way: 6, history: 16, told: 6 });
});

test('C2.071 of the reports approved in one go those that are refused stay with their charges as they were, and stop no other', async () => {
  const other = await aPrincipalAt(world.current, 'A', account);
  const ids = [
    await aSubmitted(),
    await aSubmitted(3),
    await aReportOf(
      other,
      account,
      (await charges(2)).map(({ id }) => id)
    )
  ];
  // A charge that was sent back behind the back of its report refuses, and its report with it.
  await world.current.query(
    `UPDATE transactions t SET state = 'open', reviewed_at = NULL, reviewed_by = NULL FROM expense_report_lines l
     WHERE l.report_id = $1 AND (l.issuer_id, l.posting_date, l.transaction_id) = (t.issuer_id, t.posting_date, t.id)
       AND t.id = (SELECT min(x.transaction_id::text)::uuid FROM expense_report_lines x WHERE x.report_id = $1)`,
    [ids[1]]
  );
  granted(await tried(other, ids[2] as string, { event: 'submit' }));
  const outcome = granted(await bulk(C, ids));
  expect(outcome).toMatchObject({ done: 2, refused: 1 });
  const states = await Promise.all(
    ids.map(async (id) => {
      const report = await seenReport(C, id);
      const lines = report ? await linesOf(report) : [];
      return [report?.state, ...lines.map(({ transactionState }) => transactionState).sort()];
    })
  );
  expect(states).toEqual([
    ['approved', 'approved'],
    ['submitted', 'open', 'reviewed', 'reviewed'],
    ['approved', 'approved', 'approved']
  ]);
});

test('C2.071 the ticked reports are approved in one go, each with its charges, and none of one’s own', async () => {
  const ids = [await aSubmitted(), await aSubmitted(2), await aSubmitted()];
  granted(await tried(A, ids[2] as string, { event: 'recall' }));
  const outcome = granted(await askBulk(LISTS, C, WAITING, { action: 'approve', extent: { ids } }, ORIGIN));
  expect(outcome).toMatchObject({ done: 2, refused: 0 });
  const states = await Promise.all(
    ids.map(async (id) => {
      const report = await seenReport(A, id);
      const lines = report ? await linesOf(report) : [];
      return [report?.state, ...lines.map(({ transactionState }) => transactionState)];
    })
  );
  expect(states).toEqual([
    ['approved', 'approved'],
    ['approved', 'approved', 'approved'],
    ['saved', 'open']
  ]);
});
