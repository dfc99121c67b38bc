import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { bulkProgress, bulkRemarks } from '@/lib/kit/bulk/do-bulk';
import type { Remark } from '@/lib/kit/bulk/run-bulk';
import { aProfile } from '../support/approvals';
import { aWorker, bulkEnded, bulkJob, kill, working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
const TRANSACTIONS = { list: 'transactions', parameters: {}, query: 'state=reviewed' };
let account: StructureNode;
let other: StructureNode;
let C: Principal;

beforeAll(async () => {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  other = await anAccount(world.current, await aCompany(world.current, issuer));
  C = await aPrincipalAt(world.current, 'C', company);
});

/** So many reviewed transactions more, on days of one month. */
const aPile = (on: StructureNode, count: number) =>
  world.current.query(
    `INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
       amount, currency, billed_amount, billed_currency, merchant_name, state, reviewed_at, reviewed_by)
     SELECT $1, date '2026-03-01' + n % 28, gen_random_uuid(), $2, $3::uuid, ($3::uuid)::text || n, 'purchase', '2026-03-01', n, 'EUR', n, 'EUR',
       'Quay ' || n, 'reviewed', now(), $1 FROM generate_series(1, $4::int) n`,
    [on.issuerId, on.companyId, on.id, count]
  );

const states = async (node: StructureNode) => {
  const rows = await world.current.query<{ state: string; count: number }>(
    'SELECT state::text AS state, count(*)::int AS count FROM transactions WHERE account_id = $1 GROUP BY 1 ORDER BY 1',
    [node.id]
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test('the ticked ones are reviewed where they can be, and the report names the others', async () => {
  const [good, late] = [
    await aTransaction(world.current, account),
    await aTransaction(world.current, account, { state: 'approved', merchant: 'Late Hotel' })
  ];
  const ids = [good.id, late.id];
  const asked = await askBulk(LISTS, C, { ...TRANSACTIONS, query: '' }, { action: 'review', extent: { ids } }, ORIGIN);
  expect(asked).toEqual({
    ok: true,
    value: {
      done: 1,
      refused: 1,
      groups: [
        { code: 'transaction.approved', count: 1, rows: [{ issuerId: late.issuerId, id: late.id, name: 'Late Hotel' }] }
      ]
    }
  });
});

test('all matching rows are approved as a job, a thousand at a time, in the user’s own part only', async () => {
  await aPile(account, 2_300);
  await aPile(other, 10);
  const before = await states(account);
  const job = bulkJob(await askBulk(LISTS, C, TRANSACTIONS, { action: 'approve', extent: 'all' }, ORIGIN));
  const { status, report } = await working(jobHandlers, () => bulkEnded(C, job));
  expect([status, report]).toEqual(['completed', { done: before.reviewed, refused: 0, groups: [] }]);
  expect(await states(account)).toEqual({ approved: (before.approved ?? 0) + (before.reviewed as number) });
  expect(await states(other)).toEqual({ reviewed: 10 });
  const [audits] = await world.current.query<{ entries: number; count: number }>(
    "SELECT count(*)::int AS entries, sum((details->>'count')::int)::int AS count FROM audit_entries WHERE issuer_id = $1 AND action = 'transaction.approve'",
    [account.issuerId]
  );
  expect(audits).toEqual({ entries: 3, count: before.reviewed });
}, 60_000);

test('a job’s report counts every refused row by its reason, names the first, and its file has them all', async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const pile = await anAccount(db, company);
  const by = await aPrincipalAt(db, 'C', company);
  await aPile(pile, 2_300);
  await db.query(
    "UPDATE transactions SET state = 'open', reviewed_at = NULL, reviewed_by = NULL WHERE account_id = $1 AND billed_amount > 2100",
    [pile.id]
  );
  const target = { ...TRANSACTIONS, query: '' };
  const job = bulkJob(await askBulk(LISTS, by, target, { action: 'approve', extent: 'all' }, ORIGIN));
  const { status, report } = await working(jobHandlers, () => bulkEnded(by, job));
  expect([status, report.done, report.refused, report.isCut]).toEqual(['completed', 2_100, 200, true]);
  expect(report.groups).toEqual([{ code: 'transaction.review.first', count: 200, rows: expect.any(Array) }]);
  const refused = await db.query<{ id: string; name: string }>(
    "SELECT id, merchant_name AS name FROM transactions WHERE account_id = $1 AND state = 'open' ORDER BY id",
    [pile.id]
  );
  const named = (rows: readonly { id: string; name: string }[]) => rows.map(({ id, name }) => [id, name]);
  expect(named(report.groups[0]?.rows ?? [])).toEqual(named(refused.slice(0, 20)));
  const all: Remark[] = [];
  for await (const remark of (await bulkRemarks(by, job))?.remarks ?? []) all.push(remark);
  expect(named(all)).toEqual(named(refused));
  expect(await bulkRemarks(C, job)).toBeNull();
}, 60_000);

test('C1.001 CD.35 a bulk approval whose process is killed goes on in another one: each row approved once, told once', async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const pile = await anAccount(db, company);
  const by = await aPrincipalAt(db, 'C', company);
  await aProfile(db, company, { levels: [{ limit: '10', members: [] }, { members: [by.userId] }], places: [company] });
  const COUNT = 9_000;
  await aPile(pile, COUNT);
  const [before] = await db.query<{ total: string }>(
    'SELECT sum(billed_amount)::text AS total FROM transactions WHERE account_id = $1',
    [pile.id]
  );
  const job = bulkJob(await askBulk(LISTS, by, TRANSACTIONS, { action: 'approve', extent: 'all' }, ORIGIN));
  // Twice: after one thousand or more, and again somewhere on the way.
  for (const least of [1, 2_500]) {
    const worker = await aWorker();
    await until(async () => ((await bulkProgress(by, job))?.done ?? 0) >= least, 5);
    await kill(worker);
  }
  const left = await bulkProgress(by, job);
  expect(left).toMatchObject({ status: 'processing', total: COUNT });
  expect(left?.done).toBeLessThan(COUNT);
  expect(await working(jobHandlers, () => bulkEnded(by, job))).toMatchObject({ status: 'completed' });
  expect((await bulkProgress(by, job))?.report).toEqual({ done: COUNT, refused: 0, groups: [] });
  const [told] = await db.query(
    `SELECT count(*)::int AS rows, sum(t.billed_amount)::text AS total, count(*) FILTER (WHERE t.state = 'approved' AND t.version = 2)::int AS approved,
       (SELECT count(*)::int FROM transaction_events e WHERE e.issuer_id = $2) AS events,
       (SELECT count(DISTINCT e.transaction_id)::int FROM transaction_events e WHERE e.issuer_id = $2) AS told,
       (SELECT sum((details->>'count')::int)::int FROM audit_entries WHERE issuer_id = $2 AND action = 'transaction.approve') AS audited
     FROM transactions t WHERE t.account_id = $1`,
    [pile.id, pile.issuerId]
  );
  expect(told).toEqual({
    rows: COUNT,
    total: before?.total,
    approved: COUNT,
    events: COUNT,
    told: COUNT,
    audited: COUNT
  });
}, 120_000);

test('CD.30 many are sent back at once, all for one reason, and none without', async () => {
  const approved = await aTransaction(world.current, account, { state: 'approved' });
  const send = (parameters?: unknown) =>
    askBulk(
      LISTS,
      C,
      { ...TRANSACTIONS, query: '' },
      { action: 'send_back', extent: { ids: [approved.id] }, parameters },
      ORIGIN
    );
  expect(await send()).toMatchObject({ ok: false });
  expect(await send({ reason: ' ' })).toMatchObject({ ok: false, refusal: { field: 'reason' } });
  expect(await send({ reason: 'The receipts are missing' })).toMatchObject({
    ok: true,
    value: { done: 1, refused: 0 }
  });
  const [event] = await world.current.query<{ reason: string }>(
    "SELECT reason FROM transaction_events WHERE transaction_id = $1 AND event = 'send_back'",
    [approved.id]
  );
  expect(event?.reason).toBe('The receipts are missing');
});
