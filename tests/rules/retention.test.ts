import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { deleteExpiredTransactions, RETENTION_PARTS } from '@/lib/composition/process/retention';
import { Prisma } from '@/lib/core/database/prisma/client';
import { shiftClock } from '@/lib/core/server/clock';
import { forgetRejects } from '@/lib/money/feeds/forget-rejects';
import { seenExport } from '@/lib/money/ledger/exports';
import { startReversal } from '@/lib/money/ledger/reverse';
import { writeAgain } from '@/lib/money/ledger/start-export';
import { deleteExpired, retentionPreview } from '@/lib/money/transactions/retention';
import { aFeedWorld, aMapping, imported, PLAIN, PLAIN_HEADINGS } from '../support/feeds/world';
import { working } from '../support/jobs';
import { anExport, aPile, MARCH } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf } from '../support/results';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let C: Principal;

const DAY = 86_400_000;
const onDay = (day: string) => shiftClock(Date.parse(`${day}T12:00:00Z`) - Date.now());

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  C = await aPrincipalAt(db, 'C', company);
});
afterEach(() => shiftClock(0));

const numberOf = async (sql: string, ...values: unknown[]) =>
  (await world.current.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values))[0]?.count;
const left = () => numberOf('transactions WHERE issuer_id = $1', issuer.id);

/** Exported transactions of March 2026 with their splits, history and file: the export's id. */
async function exported(count: number): Promise<string> {
  await aPile(world.current, account, count);
  const id = await anExport(C, company.id);
  await working(jobHandlers, () => until(async () => (await seenExport(C, id))?.status === 'exported'));
  return id;
}

test('W8 C5.027 CD.5 what is exported and past the company’s time goes with all that belongs to it, in steps, told in an audit that still holds', async () => {
  const exportId = await exported(2_100);
  const open = await aTransaction(world.current, account, { state: 'approved', postingDate: '2026-03-02' });
  const place = { issuerId: issuer.id, companyId: company.id };
  onDay('2026-08-31');
  expect(await retentionPreview(place, RETENTION_PARTS)).toEqual({ due: 0, kept: 0 });
  await deleteExpiredTransactions();
  expect(await left()).toBe(2_101);

  await withSetting(world.current, place, 'data.retention.months', 5);
  expect(await retentionPreview(place, RETENTION_PARTS)).toEqual({ due: 2_100, kept: 1 });
  expect(await retentionPreview({ ...place, companyId: null }, RETENTION_PARTS)).toEqual({ due: 2_100, kept: 1 });
  await deleteExpiredTransactions();
  // What is not exported stays, however old it is.
  expect(await world.current.query('SELECT id FROM transactions WHERE issuer_id = $1', [issuer.id])).toEqual([
    { id: open.id }
  ]);
  for (const parts of ['allocations', 'transaction_events', 'ledger_files', 'large_files'])
    expect([parts, await numberOf(`${parts} WHERE issuer_id = $1`, issuer.id)]).toEqual([parts, 0]);
  expect(await numberOf('transaction_references WHERE issuer_id = $1', issuer.id)).toBe(1);
  const audits = await world.current.query<{ entity_id: string; node_id: string; details: Record<string, unknown> }>(
    "SELECT entity_id, node_id, details FROM audit_entries WHERE issuer_id = $1 AND action = 'transactions.expired' ORDER BY sequence",
    [issuer.id]
  );
  expect(audits.map(({ details }) => details)).toEqual(
    [1_000, 1_000, 100].map((count) => ({ count, before: '2026-03-31', '2026-03': count }))
  );
  expect(audits.every((entry) => entry.entity_id === company.id && entry.node_id === company.id)).toBe(true);
  expect(await world.current.query('SELECT * FROM verify_audit_chain($1)', [issuer.id])).toEqual([]);

  // That it was exported stays known, with its totals; what it held can't be told or taken back any more.
  expect(await seenExport(C, exportId)).toMatchObject({ count: 2_100, expiredAt: expect.any(Date) });
  expect(codeOf(await writeAgain(C, { exportId, layoutId: MARCH.layoutId }, ORIGIN))).toBe('ledger.expired');
  expect(codeOf(await startReversal(C, { exportId, reason: 'Wrong' }, ORIGIN))).toBe('ledger.expired');
});

test('W8 C5.027 what another part of the product holds stays, and so does what it begins to work on meanwhile', async () => {
  await exported(3);
  await withSetting(world.current, { issuerId: issuer.id, companyId: company.id }, 'data.retention.months', 3);
  onDay('2026-11-20');
  const [one] = await world.current.query<{ id: string }>(
    'SELECT id FROM transactions WHERE issuer_id = $1 ORDER BY id',
    [issuer.id]
  );
  const disputed = { holds: Prisma.sql`t.id = ${one?.id}::uuid` };
  expect(await deleteExpired([disputed])).toBe(2);
  expect(await left()).toBe(1);
  // A file of its export is asked for: nothing of the export goes until it is written.
  const [written] = await world.current.query<{ id: string }>('SELECT id FROM ledger_files WHERE issuer_id = $1', [
    issuer.id
  ]);
  await world.current.query(
    "UPDATE jobs SET status = 'processing', finished_at = NULL WHERE id = (SELECT job_id FROM ledger_files WHERE id = $1)",
    [written?.id]
  );
  expect(await retentionPreview({ issuerId: issuer.id, companyId: null }, RETENTION_PARTS)).toEqual({
    due: 0,
    kept: 1
  });
  await deleteExpiredTransactions();
  expect(await left()).toBe(1);
  // The same where the hold was not there yet when the rows were chosen.
  const late = RETENTION_PARTS.map(({ forget }) => ({ forget }));
  expect(await deleteExpired(late)).toBe(0);
  expect(await left()).toBe(1);
});

test('W8 months without transactions that nobody may keep any longer are dropped with their history; others stay', async () => {
  const month = (name: string) =>
    numberOf(
      `pg_class WHERE relname = ANY(ARRAY[${['transactions', 'allocations', 'transaction_lines', 'transaction_events'].map((parent) => `'${parent}_${name}'`)}])`
    );
  await world.current.query("SELECT create_transaction_partitions('2021-01-01', '2021-02-01')");
  await aTransaction(world.current, account, { postingDate: '2021-02-10' });
  await world.current.query(
    `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event)
     VALUES ($1, '2021-01-05', $2, $2, now(), 'removed')`,
    [issuer.id, randomUUID()]
  );
  await deleteExpiredTransactions();
  expect([await month('2021_01'), await month('2021_02')]).toEqual([0, 4]);
});

test('W8 the history of a transaction is not deleted while the transaction exists, nor early', async () => {
  const { id, postingDate } = await aTransaction(world.current, account, { postingDate: '2026-01-10' });
  const recent = new Date(Date.now() - 10 * DAY).toISOString().slice(0, 10);
  await world.current.query('SELECT create_transaction_partitions($1::date, $1::date)', [recent]);
  for (const [day, transaction] of [
    [postingDate, id],
    [recent, randomUUID()]
  ]) {
    await world.current.query(
      `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event) VALUES ($1, $2, $3, $3, now(), 'added')`,
      [issuer.id, day, transaction]
    );
    await expect(
      world.current.query('DELETE FROM transaction_events WHERE transaction_id = $1', [transaction])
    ).rejects.toThrow('what became of a transaction is not changed');
  }
});

test('W8 settled rejected rows of feeds go after the issuer’s time, those that wait or were settled lately stay', async () => {
  const feeds = await aFeedWorld(world.current, 1);
  const mapping = await aMapping(feeds, PLAIN);
  const row = (reference: string, amount: string) =>
    `${feeds.cards[0]?.number},${reference},2026-03-01,${amount},EUR,Shop,7011`;
  await imported(feeds, mapping, [PLAIN_HEADINGS, row('OK', '1'), row('A', 'much'), row('B', 'much'), ''].join('\n'));
  await world.current.query(
    "UPDATE feed_rejects SET state = 'dismissed', settled_at = now() WHERE issuer_id = $1 AND row = 3",
    [feeds.issuer.id]
  );
  // As many as go at once, to the row.
  await world.current.query(
    `INSERT INTO feed_rejects SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'row', row + n))).*
     FROM feed_rejects r, generate_series(1, 999) n WHERE issuer_id = $1 AND row = 3`,
    [feeds.issuer.id]
  );
  await forgetRejects();
  expect(await numberOf('feed_rejects WHERE issuer_id = $1', feeds.issuer.id)).toBe(1_001);
  shiftClock(37 * 31 * DAY);
  await world.current.query(
    `INSERT INTO feed_rejects SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'row', 5000, 'settled_at', $2::timestamptz))).*
     FROM feed_rejects r WHERE issuer_id = $1 AND row = 3`,
    [feeds.issuer.id, new Date(Date.now() + 36 * 31 * DAY)]
  );
  await forgetRejects();
  expect(
    await world.current.query('SELECT row, state::text FROM feed_rejects WHERE issuer_id = $1 ORDER BY row', [
      feeds.issuer.id
    ])
  ).toEqual([
    { row: 2, state: 'open' },
    { row: 5_000, state: 'dismissed' }
  ]);
  const told = await world.current.query<{ details: { count: number } }>(
    "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'feed.rejects_expired'",
    [feeds.issuer.id]
  );
  expect(told.map(({ details }) => details.count)).toEqual([1_000]);
});
