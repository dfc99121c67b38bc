import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { deleteExpiredTransactions } from '@/lib/composition/process/retention';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { type LedgerExport, seenExport } from '@/lib/money/ledger/exports';
import { downloadLedgerFile, filesOf } from '@/lib/money/ledger/files';
import { ledgerLayouts, seenLayout } from '@/lib/money/ledger/layouts';
import { previewLines } from '@/lib/money/ledger/preview';
import { ledgerRetention } from '@/lib/money/ledger/retention';
import { reverseTransactions, startReversal } from '@/lib/money/ledger/reverse';
import { exportable, exportPlace, exportPlaces, selectionSchema } from '@/lib/money/ledger/selection';
import { startExport, writeAgain } from '@/lib/money/ledger/start-export';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { untilWaiting } from '../support/held-rows';
import { working } from '../support/jobs';
import { anExport, aPile, fileOf, MARCH } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import {
  aBranch,
  aCompany,
  anAccount,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  C = await aPrincipalAt(db, 'C', company);
});
afterEach(() => shiftClock(0));

const worked = () =>
  working(jobHandlers, () =>
    until(
      async () =>
        (await world.current.query("SELECT 1 FROM jobs WHERE status IN ('queued', 'processing')")).length === 0
    )
  );
async function exported(more: Partial<typeof MARCH> = {}, nodeId = company.id): Promise<string> {
  const id = await anExport(C, nodeId, more);
  await worked();
  return id;
}
const seen = async (id: string, by = C) => (await seenExport(by, id)) as LedgerExport;
/** What is started while an export is held, and goes on after something else was done to it. */
async function whileExportChanges<T>(id: string, change: string, something: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.current.ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM ledger_exports WHERE id = $1 FOR UPDATE', [id]);
    const late = something();
    await untilWaiting(client);
    await client.query(change, [id]);
    await client.query('COMMIT');
    return await late;
  } finally {
    await client.end();
  }
}
const jobOf = `(SELECT job_id FROM ledger_files WHERE export_id = $1)`;

test('CD.30 an export whose own job has ended without it is stopped, and no other is', async () => {
  const db = world.current;
  const point = await anOrgPoint(db, company);
  await aPile(db, account, 1);
  const done = await exported();
  const [one, other] = [await anExport(C, company.id), await anExport(C, point.id)];
  const statuses = async () => [await seen(done), await seen(one), await seen(other)].map(({ status }) => status);
  expect(await statuses()).toEqual(['exported', 'waiting', 'waiting']);
  await db.query(`UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE id = ${jobOf}`, [one]);
  expect(await statuses()).toEqual(['exported', 'stopped', 'waiting']);
  await worked();
});

test('CD.30 exports are numbered by their issuer, and one of a place waits for the other', async () => {
  const db = world.current;
  await aPile(db, account, 1);
  const first = await exported();
  const far = await anIssuer(db);
  const elsewhere = await aCompany(db, far);
  const D = await aPrincipalAt(db, 'C', elsewhere);
  const other = await anExport(D, elsewhere.id);
  expect([(await seen(first)).number, (await seen(other, D)).number]).toEqual([1, 1]);
  const again = await startExport(D, { ...MARCH, nodeId: elsewhere.id }, ORIGIN);
  expect(again.ok).toBe(false);
  await worked();
});

test('CD.30 what another does to an export meanwhile counts', async () => {
  const db = world.current;
  await aPile(db, account, 2);
  const id = await exported();
  const back = 'UPDATE ledger_exports SET reversed_count = count WHERE id = $1';
  const reverse = () => startReversal(C, { exportId: id, reason: 'Wrong' }, ORIGIN);
  expect(refusedFor(await whileExportChanges(id, back, reverse))).toBe('ledger.nothing');
  expect(await db.query("SELECT 1 FROM jobs WHERE issuer_id = $1 AND kind = 'ledger.reversal'", [issuer.id])).toEqual(
    []
  );
});

test('CD.20 CD.30 what another issuer has exported under the same ids says nothing of what is taken back', async () => {
  const db = world.current;
  const other = await anAccount(db, company);
  await aPile(db, account, 1);
  const one = await exported();
  await aPile(db, other, 1);
  const two = await exported();
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM transactions WHERE issuer_id = $1 ORDER BY exported_in = $2 DESC',
    [issuer.id, one]
  );
  const [mine, last] = rows.map(({ id }) => id) as [string, string];
  const twin = await aTwinOf(db, issuer.id);
  // There each is in the export of the other.
  await db.query(
    'UPDATE transactions SET exported_in = CASE exported_in WHEN $2 THEN $3::uuid ELSE $2 END WHERE issuer_id = $1',
    [twin.issuerId, one, two]
  );
  const gone = `UPDATE transactions SET exported_in = '${two}' WHERE issuer_id = '${issuer.id}' AND exported_in = $1`;
  const back = (...ids: string[]) => transaction((tx) => reverseTransactions(tx, C, ids, 'Wrong', ORIGIN));
  const late = await whileExportChanges(one, gone, () => back(mine));
  expect(late.refused).toEqual([{ id: mine, refusal: { code: 'ledger.not.exported' } }]);
  await db.query('UPDATE transactions SET exported_in = $3 WHERE issuer_id = $1 AND id = $2', [issuer.id, mine, one]);
  expect([...(await back(mine, last)).done].sort()).toEqual([mine, last].sort());
  expect([(await seen(one)).reversedCount, (await seen(two)).reversedCount]).toEqual([1, 1]);
});

test('C5.027 CD.30 retention waits for who works on an export, and deletes none of whose job has begun meanwhile', async () => {
  const db = world.current;
  await aPile(db, account, 2);
  const id = await exported();
  await withSetting(db, { issuerId: issuer.id }, 'data.retention.months', 3);
  shiftClock(Date.parse('2026-07-10T12:00:00Z') - Date.now());
  const begun = `UPDATE jobs SET status = 'processing', finished_at = NULL WHERE id = ${jobOf}`;
  const forgetting = { forget: ledgerRetention.forget?.bind(ledgerRetention) };
  expect(await whileExportChanges(id, begun, () => deleteExpired([forgetting]))).toBe(0);
  expect([await filesOf(C, id), (await seen(id)).expiredAt]).toEqual([[expect.objectContaining({ lines: 2 })], null]);
  await db.query(`UPDATE jobs SET status = 'completed', finished_at = now() WHERE id = ${jobOf}`, [id]);
});

test('CD.20 C5.027 retention leaves the exports of others, and those that are written or taken back', async () => {
  const db = world.current;
  const [point, beside] = [await anOrgPoint(db, company), await anOrgPoint(db, company)];
  const ids: string[] = [];
  for (const place of [point, beside, company]) {
    await aPile(db, place === company ? account : await anAccount(db, place), 1);
    ids.push(await exported({}, place.id));
  }
  const [written, reversed, idle] = ids as [string, string, string];
  const twin = await aTwinOf(db, issuer.id);
  const others = () =>
    db.query('UPDATE jobs SET status = $2, finished_at = $3 WHERE issuer_id = $1', [twin.issuerId, 'processing', null]);
  await others();
  await db.query(
    `UPDATE jobs SET status = 'processing', finished_at = NULL WHERE issuer_id = $2 AND id = (SELECT job_id FROM ledger_files WHERE issuer_id = $2 AND export_id = $1)`,
    [written, issuer.id]
  );
  const job = randomUUID();
  await db.query(
    `INSERT INTO jobs SELECT (jsonb_populate_record(j, jsonb_build_object('id', $2::uuid, 'status', 'queued', 'kind', 'ledger.reversal', 'started_at', null, 'finished_at', null))).*
     FROM jobs j WHERE issuer_id = $1 LIMIT 1`,
    [issuer.id, job]
  );
  await db.query('UPDATE ledger_exports SET reversal_job_id = $3 WHERE issuer_id = $1 AND id = $2', [
    issuer.id,
    reversed,
    job
  ]);
  await withSetting(db, { issuerId: issuer.id }, 'data.retention.months', 3);
  const before = await twin.digest();
  shiftClock(Date.parse('2026-07-10T12:00:00Z') - Date.now());
  await deleteExpiredTransactions();
  const expired = async () => (await Promise.all(ids.map((id) => seen(id)))).map(({ expiredAt }) => expiredAt);
  expect(await expired()).toEqual([null, null, expect.any(Date)]);
  expect(await twin.digest()).toBe(before);
  const [, , at] = await expired();
  // When the first of it went stays known.
  await db.query(`UPDATE transactions SET exported_in = $2 WHERE issuer_id = $1 AND exported_in IN ($3, $4)`, [
    issuer.id,
    idle,
    written,
    reversed
  ]);
  shiftClock(Date.parse('2026-07-11T12:00:00Z') - Date.now());
  await deleteExpiredTransactions();
  expect(await expired()).toEqual([null, null, at]);
  expect(await db.query('SELECT 1 FROM transactions WHERE issuer_id = $1', [issuer.id])).toEqual([]);
  await db.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE status IN ('queued', 'processing')");
});

test('CD.20 CD.30 codes, fields and columns are those of one’s own issuer, and of what is exported', async () => {
  const db = world.current;
  const at = recordsOf(company);
  const [scheme] = [await aScheme(db, company), await aScheme(db, company, await anOrgPoint(db, company))];
  const field = { extends: 'transaction', type: 'text', length: 9, mandatory: false };
  const trip = await aRecord(C, 'custom-field', at, { ...field, name: 'Trip', label: 'Trip' });
  const layout = await aRecord(C, 'ledger-layout', at, {
    name: 'Own',
    format: 'csv',
    headings: true,
    encoding: 'utf8'
  });
  for (const column of [
    { name: 'Every', source: 'every_code' },
    { name: 'Trip', source: 'custom', custom: 'Trip' },
    { name: 'Visit', source: 'custom', custom: 'Visit' }
  ])
    await aRecord(C, 'ledger-column', recordsOf(company, layout), column);
  const { id, postingDate } = await aTransaction(db, account, { state: 'approved' });
  await db.query(
    `UPDATE transactions SET scheme_id = $2, scheme_version = repeat('0', 32), custom_values = $3 WHERE id = $1`,
    [id, scheme.id, JSON.stringify({ [trip]: 'Oslo' })]
  );
  await db.query(
    'INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, codes) VALUES ($1, $2, $3, 1, 100, $4)',
    [issuer.id, postingDate, id, JSON.stringify({ [scheme.center]: 'S100' })]
  );
  // The label is another's by now: what was filled in stays that of the transaction.
  await db.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [trip]);
  await db.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data, position)
     VALUES ($1, gen_random_uuid(), 'custom-field', $2, 'Trip', '{"label": "Trip", "extends": "account", "type": "text", "length": 9}', 99)`,
    [issuer.id, company.id]
  );
  const twin = await aTwinOf(db, issuer.id);
  await db.query("UPDATE setup_records SET name = 'Far ' || name WHERE issuer_id = $1 AND entity = 'accounting-code'", [
    twin.issuerId
  ]);
  await db.query(`UPDATE setup_records SET data = data || '{"label": "Visit"}' WHERE issuer_id = $1 AND id = $2`, [
    twin.issuerId,
    trip
  ]);
  const lines = ['Cost center,Project,Note,Trip,Visit', 'S100,,,Oslo,'];
  const own = (await seenLayout(C, layout))?.layout;
  expect(own && (await previewLines(C, own))).toEqual({ ok: true, value: lines });
  const done = await exported({ layoutId: layout });
  expect((await fileOf(C, done)).text.trim().split('\r\n')).toEqual(lines);
});

test('CD.20 CD.30 who sees several issuers is offered the layouts, and told the totals, of one', async () => {
  const db = world.current;
  const far = await anIssuer(db);
  const elsewhere = await aCompany(db, far);
  const D = await aPrincipalAt(db, 'C', elsewhere);
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
  for (const [by, place] of [
    [C, company],
    [D, elsewhere]
  ] as const)
    await aRecord(by, 'ledger-layout', recordsOf(place), { name: `Of ${place.id}`, format: 'xlsx' });
  await aTransaction(db, account, { state: 'approved', amount: '1' });
  await aTransaction(db, await anAccount(db, elsewhere), { state: 'approved', amount: '2' });
  expect((await ledgerLayouts(H)).slice(3).map(({ name }) => name)).toEqual([`Of ${company.id}`]);
  const totals = await exportable(H, { ...MARCH, nodeId: issuer.id });
  expect(totals).toEqual([{ currency: 'EUR', count: 1, amount: '1' }]);
  const csv = (await seenLayout(H, 'csv'))?.layout;
  const preview = csv && (await previewLines(H, csv));
  expect(preview?.ok && preview.value).toHaveLength(2);
});

test('CD.30 every place above accounts is exported with what lies below it, and nothing beside it', async () => {
  const db = world.current;
  const branch = await aBranch(db, issuer);
  const beside = await anAccount(db, await anOrgPoint(db, branch.accountGroup));
  await aTransaction(db, branch.account, { state: 'approved' });
  for (let count = 0; count < 2; count++) await aTransaction(db, beside, { state: 'approved' });
  await aTransaction(db, account, { state: 'approved' });
  const I = await aPrincipalAt(db, 'I', issuer);
  const count = async (nodeId: string) => (await exportable(I, { ...MARCH, nodeId }))?.[0]?.count ?? null;
  const places = [issuer, branch.group, branch.company, branch.accountGroup, branch.point, branch.account];
  expect(await Promise.all(places.map(({ id }) => count(id)))).toEqual([4, 3, 3, 3, 1, null]);
  const G = await aPrincipalAt(db, 'G', branch.group);
  for (const place of places.slice(1, 5))
    expect((await exportPlaces(G, place.name)).map(({ id }) => id)).toEqual([place.id]);
  expect((await exportPlace(I, branch.account.id))?.id).toBeUndefined();
  const fits = (layoutId: string) => selectionSchema.safeParse({ ...MARCH, nodeId: company.id, layoutId }).success;
  expect(['', 'x', 'x'.repeat(36), 'x'.repeat(37)].map(fits)).toEqual([false, true, true, false]);
});

test('CD.30 a file that can’t be written again leaves its export as it is, and each file is its own', async () => {
  const db = world.current;
  await aPile(db, account, 20);
  const id = await exported();
  const layout = await aRecord(C, 'ledger-layout', recordsOf(company), {
    name: 'Narrow',
    format: 'fixed',
    lineEnd: 'lf',
    encoding: 'utf8'
  });
  const column = { name: 'Amount', source: 'amount', decimalMark: 'point', sign: 'leading', width: 3 };
  const empty = await writeAgain(C, { exportId: id, layoutId: layout }, ORIGIN);
  expect(refusedFor(empty)).toBe('layoutId ledger.layout.empty');
  await aRecord(C, 'ledger-column', recordsOf(company, layout), column);
  const waiting = await anExport(C, (await anOrgPoint(db, company)).id);
  expect(refusedFor(await writeAgain(C, { exportId: id, layoutId: layout }, ORIGIN))).toBeNull();
  await worked();
  expect(await seen(id)).toMatchObject({ status: 'exported', refusal: null });
  expect(await seen(waiting)).toMatchObject({ status: 'failed', refusal: { code: 'ledger.nothing' } });
  expect(refusedFor(await writeAgain(C, { exportId: id, layoutId: 'journal' }, ORIGIN))).toBeNull();
  await worked();
  const files = await filesOf(C, id);
  expect(files.map(({ layoutName, lines }) => [layoutName, lines])).toEqual([
    ['CSV', 26],
    ['Narrow', null],
    ['General ledger journal', 46]
  ]);
  const names = await Promise.all(files.map(async (file) => (await downloadLedgerFile(C, file.id, ORIGIN))?.name));
  expect(names.map((name) => name?.split('.').at(-1) ?? null)).toEqual(['csv', null, 'txt']);
  const other = await aCompany(db, issuer);
  const D = await aPrincipalAt(db, 'C', other);
  const theirs = await aRecord(D, 'ledger-layout', recordsOf(other), { name: 'Theirs', format: 'xlsx' });
  expect(refusedFor(await writeAgain(C, { exportId: id, layoutId: theirs }, ORIGIN))).toBe(
    'layoutId ledger.layout.unknown'
  );
});
