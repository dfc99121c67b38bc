import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { JobRun, JobStopped } from '@/lib/kit/jobs/job-run';
import { seenExport } from '@/lib/money/ledger/exports';
import { downloadLedgerFile, filesOf } from '@/lib/money/ledger/files';
import { seenLayout } from '@/lib/money/ledger/layouts';
import { previewLines } from '@/lib/money/ledger/preview';
import { runReversal, startReversal } from '@/lib/money/ledger/reverse';
import { runExport } from '@/lib/money/ledger/run-export';
import { writeAgain } from '@/lib/money/ledger/start-export';
import { anExport, aPile, fileOf } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { aRecord, recordsOf, tryRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});
afterEach(() => shiftClock(0));

interface Taken {
  id: string;
  payload: never;
  nodeId: string;
  ownerUserId: string;
}

/** Runs the newest job of the company's issuer by hand; its outcome. */
async function run(stop = new AbortController()) {
  const { issuerId } = company;
  const [job] = await world.current.query<Taken & { kind: string }>(
    `UPDATE jobs SET status = 'processing', finished_at = NULL, attempts = 1
     WHERE (issuer_id, id) IN (SELECT issuer_id, id FROM jobs WHERE issuer_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)
     RETURNING id, kind, payload, node_id AS "nodeId", owner_user_id AS "ownerUserId"`,
    [issuerId]
  );
  if (!job) throw new Error('no job');
  const taken = new JobRun<never>({ issuerId, ...job }, {}, 1, stop.signal);
  try {
    return await (job.kind === 'ledger.export' ? runExport(taken) : runReversal(taken));
  } finally {
    await world.current.query(
      "UPDATE jobs SET status = 'completed', finished_at = now() WHERE issuer_id = $1 AND id = $2",
      [issuerId, job.id]
    );
  }
}
const states = () =>
  world.current.query('SELECT DISTINCT state::text FROM transactions WHERE account_id = $1 ORDER BY 1', [account.id]);

test('CD.30 an export that is written is not written again by the same job, and tells when it was', async () => {
  await aPile(world.current, account, 3);
  const [asked, went] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-01T11:00:00Z')];
  stopClock(asked);
  const id = await anExport(C, company.id);
  stopClock(went);
  expect(await run()).toEqual({ ok: true, value: { exportId: id } });
  const stored = () =>
    world.current.query(
      `SELECT e.status::text, e.created_at AS asked, e.exported_at AS exported, f.created_at AS begun, f.written_at AS written, f.file_id
       FROM ledger_exports e JOIN ledger_files f ON f.export_id = e.id WHERE e.id = $1`,
      [id]
    );
  const before = await stored();
  expect(before).toEqual([
    { status: 'exported', asked, exported: went, begun: asked, written: went, file_id: expect.any(String) }
  ]);
  shiftClock(0);
  expect(await run()).toEqual({ ok: true, value: { exportId: id } });
  expect(await stored()).toEqual(before);
  expect((await filesOf(C, id)).map(({ by, format }) => [by.includes(' '), format])).toEqual([[true, 'csv']]);
});

test('CD.30 an export that has failed takes nothing later, and one that is stopped has not failed', async () => {
  const id = await anExport(C, company.id);
  expect(await run()).toEqual({ ok: false, refusal: { code: 'ledger.nothing' } });
  await aPile(world.current, account, 2);
  expect(await run()).toEqual({ ok: false, refusal: { code: 'ledger.nothing' } });
  expect(await seenExport(C, id)).toMatchObject({ status: 'failed', count: null });
  const next = await anExport(C, company.id);
  const stop = new AbortController();
  stop.abort();
  await expect(run(stop)).rejects.toThrow(JobStopped);
  expect([await states(), (await seenExport(C, next))?.refusal]).toEqual([[{ state: 'approved' }], null]);
  expect((await run()).ok).toBe(true);
  expect(await states()).toEqual([{ state: 'exported' }]);
  // A reversal that is stopped takes nothing back.
  granted(await startReversal(C, { exportId: next, reason: 'Wrong' }, ORIGIN));
  await expect(run(stop)).rejects.toThrow(JobStopped);
  expect([await states(), (await seenExport(C, next))?.reversedCount]).toEqual([[{ state: 'exported' }], 0]);
  expect((await run()).ok).toBe(true);
  expect([await states(), (await seenExport(C, next))?.reversedCount]).toEqual([[{ state: 'approved' }], 2]);
  // Nothing is left of it to take back.
  expect(await run()).toEqual({ ok: true, value: { exportId: next } });
  expect((await seenExport(C, next))?.reversedCount).toBe(2);
});

test('CD.22 CD.30 a queued export takes nothing if its user has lost the place', async () => {
  await aPile(world.current, account, 2);
  const id = await anExport(C, company.id);
  const elsewhere = await aCompany(world.current, issuer);
  await world.current.query('UPDATE assignment_nodes SET node_id = $2 WHERE assignment_id = $1', [
    ...[C.assignmentId, elsewhere.id]
  ]);
  expect(await run()).toEqual({ ok: false, refusal: { code: 'not.found' } });
  expect(await states()).toEqual([{ state: 'approved' }]);
  expect(await world.current.query('SELECT status::text FROM ledger_exports WHERE id = $1', [id])).toEqual([
    { status: 'failed' }
  ]);
});

test('CD.22 CD.30 a queued export or reversal changes nothing if its user may do it no more', async () => {
  await aPile(world.current, account, 2);
  const granting = (...authorities: string[]) =>
    world.current.query('UPDATE authority_templates SET authorities = $2 WHERE issuer_id = $1', [
      ...[company.issuerId, authorities]
    ]);
  const [view, start, modify] = ['view', 'run', 'modify'].map((action) => `ledger_exports.${action}`) as [
    ...[string, string, string]
  ];
  const D = await aPrincipalAt(world.current, 'C', company, { authorities: [view, start, modify] });
  const refused = { ok: false, refusal: { code: 'user.not.authorized' } };
  await anExport(D, company.id);
  await granting(view, modify);
  expect([await run(), await states()]).toEqual([refused, [{ state: 'approved' }]]);
  await granting(view, start, modify);
  const id = await anExport(D, company.id);
  expect((await run()).ok).toBe(true);
  granted(await startReversal(D, { exportId: id, reason: 'Wrong' }, ORIGIN));
  await granting(view, start);
  expect([await run(), await states()]).toEqual([refused, [{ state: 'exported' }]]);
  await granting(view, start, modify);
  await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [D.userId]);
  expect([await run(), await states()]).toEqual([refused, [{ state: 'exported' }]]);
});

test('CD.35 CD.30 while one job of an export waits, no other of its kind is started', async () => {
  await aPile(world.current, account, 2);
  const id = await anExport(C, company.id);
  await run();
  const jobs = async () => (await world.current.query('SELECT 1 FROM jobs WHERE issuer_id = $1', [issuer.id])).length;
  const again = () => writeAgain(C, { exportId: id, layoutId: 'journal' }, ORIGIN);
  expect(refusedFor(await again())).toBeNull();
  expect(refusedFor(await again())).toBe('job.running');
  expect([(await filesOf(C, id)).length, await jobs()]).toEqual([2, 2]);
  await run();
  const back = () => startReversal(C, { exportId: id, reason: 'Wrong' }, ORIGIN);
  expect(refusedFor(await back())).toBeNull();
  expect(refusedFor(await back())).toBe('job.running');
  expect(await jobs()).toBe(3);
  expect(
    await world.current.query(
      "SELECT 1 FROM audit_entries WHERE issuer_id = $1 AND action = 'ledger_export.reversal_started'",
      [issuer.id]
    )
  ).toHaveLength(1);
});

test('CD.30 an export whose lines do not add up to its transactions is not made', async () => {
  const { id, postingDate } = await aTransaction(world.current, account, { state: 'approved', amount: '10' });
  // What the database refuses otherwise: a split of less than the whole.
  const client = new pg.Client({ connectionString: world.current.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(
    'INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount) VALUES ($1, $2, $3, 1, 9.99)',
    [issuer.id, postingDate, id]
  );
  await client.query('COMMIT');
  await client.end();
  for (const layoutId of ['csv', 'journal']) {
    const exportId = await anExport(C, company.id, { layoutId });
    await expect(run()).rejects.toThrow(/: (total|debit) is .*99/);
    expect([await states(), (await seenExport(C, exportId))?.count]).toEqual([[{ state: 'approved' }], null]);
  }
});

test('CD.30 a file of more lines than are read at once has all of them, of each side', async () => {
  await aPile(world.current, account, 1_600);
  await aTransaction(world.current, account, { state: 'approved', type: 'credit', amount: '-5' });
  const id = await anExport(C, company.id, { layoutId: 'journal' });
  expect((await run()).ok).toBe(true);
  const lines = (await fileOf(C, id)).text.trim().split('\r\n');
  // 533 transactions of two splits, and a line for each on the offset account.
  expect(lines).toHaveLength(2 + 1_601 * 2 + 533);
  expect(lines.at(-1)).toMatch(/;3735;12813\.00;12813\.00$/);
});

test('CD.30 CD.21 a download is told in the audit', async () => {
  await aPile(world.current, account, 1);
  const id = await anExport(C, company.id);
  await run();
  const [file] = await filesOf(C, id);
  await downloadLedgerFile(C, file?.id as string, ORIGIN);
  expect(
    await world.current.query(
      `SELECT entity, entity_id AS id, node_id AS node, details FROM audit_entries
       WHERE issuer_id = $1 AND action = 'ledger_export.downloaded'`,
      [company.issuerId]
    )
  ).toEqual([
    {
      entity: 'ledger_export',
      id,
      node: company.id,
      details: { file: file?.fileName, sha256: file?.sha256 }
    }
  ]);
});

test('CD.30 a preview has the five newest that are approved or exported, and tells what does not fit', async () => {
  for (let day = 1; day <= 6; day++)
    await aTransaction(world.current, account, {
      state: day === 6 ? 'exported' : 'approved',
      postingDate: `2026-03-0${day}`,
      merchant: `Day ${day}`
    });
  await aTransaction(world.current, account, { state: 'reviewed', postingDate: '2026-03-09' });
  const layout = async (values: object, ...columns: object[]) => {
    const id = await aRecord(C, 'ledger-layout', recordsOf(company), { ...values });
    for (const column of columns) await aRecord(C, 'ledger-column', recordsOf(company, id), { ...column });
    return (await seenLayout(C, id))?.layout as NonNullable<Awaited<ReturnType<typeof seenLayout>>>['layout'];
  };
  const merchant = { name: 'Merchant', source: 'merchant_name' };
  const sheet = await layout({ name: 'Sheet', format: 'xlsx' }, merchant);
  expect(await previewLines(C, sheet)).toEqual({
    ok: true,
    value: ['Merchant', 'Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6']
  });
  const csv = await layout({ name: 'Csv', format: 'csv', encoding: 'utf8', headings: false }, merchant);
  expect(await previewLines(C, csv)).toMatchObject({ value: ['Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6'] });
  const amount = { name: 'Amount', source: 'amount', decimalMark: 'point', sign: 'leading', width: 1 };
  const narrow = await layout({ name: 'Narrow', format: 'fixed', lineEnd: 'lf', encoding: 'utf8' }, amount);
  expect(refusedFor(await previewLines(C, narrow))).toBe('ledger.value.too.wide');
});

test('CD.30 every code is a column only of the schemes that are exported', async () => {
  const db = world.current;
  const [scheme, beside] = [await aScheme(db, company), await aScheme(db, company, await anOrgPoint(db, company))];
  await db.query("UPDATE setup_records SET name = 'Far ' || name WHERE parent_id = $1", [beside.id]);
  const { id } = await aTransaction(db, account, { state: 'approved' });
  await db.query("UPDATE transactions SET scheme_id = $2, scheme_version = repeat('0', 32) WHERE id = $1", [
    ...[id, scheme.id]
  ]);
  const layout = (await seenLayout(C, 'csv'))?.layout;
  const columns = layout?.columns.filter(({ source }) => source === 'every_code') ?? [];
  expect(layout && (await previewLines(C, { ...layout, columns }))).toMatchObject({
    value: ['Cost center,Project,Note', ',,']
  });
});

test('CD.30 a column and a layout are asked for what their kind needs', async () => {
  let made = 0;
  const refused = async (format: object, values: object) => {
    const id = await aRecord(C, 'ledger-layout', recordsOf(company), { ...format, name: `Own ${++made}` });
    return (await tryRecord(C, 'ledger-column', recordsOf(company, id), { name: 'Own', ...values })).sort();
  };
  const csv = { format: 'csv', encoding: 'utf8' };
  for (const source of ['transaction_date', 'posting_date', 'export_date'])
    expect([source, ...(await refused(csv, { source, dateFormat: '' }))]).toEqual([
      source,
      'dateFormat required.field'
    ]);
  for (const source of ['amount', 'debit', 'credit', 'tax', 'total', 'original_amount'])
    expect([source, ...(await refused(csv, { source, decimalMark: '', sign: '' }))]).toEqual([
      ...[source, 'decimalMark required.field', 'sign required.field']
    ]);
  expect(await refused(csv, { source: 'type' })).toEqual([]);
  expect(await refused(csv, { source: 'every_code' })).toEqual([]);
  const fixed = { format: 'fixed', lineEnd: 'lf', encoding: 'utf8' };
  expect(await refused(fixed, { source: 'type' })).toEqual(['width required.field']);
  expect(await refused(fixed, { source: 'type', width: 3 })).toEqual([]);
  expect(await refused(fixed, { source: 'every_code', width: 3 })).toEqual(['source ledger.column.every.code.fixed']);
  const layout = (format: string, more: object = {}) =>
    tryRecord(C, 'ledger-layout', recordsOf(company), { name: `A ${format}`, format, encoding: '', ...more });
  expect(await layout('csv')).toEqual(['encoding required.field']);
  expect(await layout('delimited', { delimiter: 'tab', quotes: 'never', lineEnd: 'lf' })).toEqual([
    'encoding required.field'
  ]);
  expect(await layout('fixed', { lineEnd: 'lf' })).toEqual(['encoding required.field']);
  expect(await layout('xlsx')).toEqual([]);
});

test('CD.30 a file that is written again is beside the first, of who asked for it', async () => {
  await aPile(world.current, account, 2);
  const id = await anExport(C, company.id);
  await run();
  const D = await aPrincipalAt(world.current, 'C', company);
  const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['ledger_exports.view'] });
  expect(refusedFor(await writeAgain(viewer, { exportId: id, layoutId: 'journal' }, ORIGIN))).toBe('forbidden.action');
  granted(await writeAgain(D, { exportId: id, layoutId: 'journal' }, ORIGIN));
  expect((await run()).ok).toBe(true);
  const owners = await world.current.query<{ owner: string; lines: number }>(
    'SELECT owner_user_id AS owner, lines FROM ledger_files WHERE export_id = $1 ORDER BY created_at',
    [id]
  );
  expect(owners).toEqual([
    { owner: C.userId, lines: 2 },
    { owner: D.userId, lines: 4 }
  ]);
  expect(await seenExport(C, id)).toMatchObject({ status: 'exported', count: 2 });
  // Each transaction has been exported once.
  const events = await world.current.query(
    "SELECT count(*)::int AS count FROM transaction_events WHERE issuer_id = $1 AND event = 'export' GROUP BY transaction_id",
    [issuer.id]
  );
  expect(events).toEqual([{ count: 1 }, { count: 1 }]);
});

test('CD.20 CD.30 an export that fails leaves the one that another issuer has under the same id', async () => {
  const id = await anExport(C, company.id);
  const twin = await aTwinOf(world.current, issuer.id);
  expect(refusedFor(await run())).toBe('ledger.nothing');
  const statuses = await world.current.query(
    'SELECT issuer_id AS issuer, status::text FROM ledger_exports WHERE id = $1 ORDER BY status',
    [id]
  );
  expect(statuses).toEqual(
    expect.arrayContaining([
      { issuer: issuer.id, status: 'failed' },
      { issuer: twin.issuerId, status: 'waiting' }
    ])
  );
});
