import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { transaction } from '@/lib/core/database/database';
import { jobProgress } from '@/lib/kit/jobs/own-jobs';
import { workJobs } from '@/lib/kit/jobs/work-jobs';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { unitsOf } from '@/lib/money/ledger/amounts';
import { type LedgerExport, seenExport } from '@/lib/money/ledger/exports';
import { downloadLedgerFile, filesOf } from '@/lib/money/ledger/files';
import { ledgerLayouts, seenLayout } from '@/lib/money/ledger/layouts';
import { previewLines } from '@/lib/money/ledger/preview';
import { reverseTransaction, reverseTransactions, startReversal } from '@/lib/money/ledger/reverse';
import { exportable, placeTyped } from '@/lib/money/ledger/selection';
import { startExport, writeAgain } from '@/lib/money/ledger/start-export';
import { allocate } from '@/lib/money/transactions/allocate';
import { changeStates } from '@/lib/money/transactions/change-state';
import { transactionHistory } from '@/lib/money/transactions/history';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import type { AllocationEntry } from '@/lib/money/transactions/schema';
import { bytesOf } from '../support/bytes';
import { untilWaiting } from '../support/held-rows';
import { working } from '../support/jobs';
import { anExport, aPile, fileOf, MARCH } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aScheme } from '../support/schemes';
import { aRecord, recordsOf, tryRecord } from '../support/setup';
import { aCompany, anAccount, anAccountGroup, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let C: Principal;

beforeAll(async () => {
  issuer = await anIssuer(world.current);
});
beforeEach(async () => {
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
});

/** Works until nothing waits any more. */
async function worked(): Promise<void> {
  await working(jobHandlers, () =>
    until(async () => {
      const [left] = await world.current.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM jobs WHERE status IN ('queued', 'processing')"
      );
      return left?.count === 0;
    })
  );
}

async function exported(by = C, nodeId = company.id, more: Partial<typeof MARCH> = {}): Promise<LedgerExport> {
  const id = await anExport(by, nodeId, more);
  await worked();
  return (await seenExport(by, id)) as LedgerExport;
}

const states = async (on = account) => {
  const rows = await world.current.query<{ state: string; count: number }>(
    'SELECT state::text AS state, count(*)::int AS count FROM transactions WHERE account_id = $1 GROUP BY 1',
    [on.id]
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const idsOf = async (on = account) =>
  (
    await world.current.query<{ id: string }>(
      'SELECT id FROM transactions WHERE account_id = $1 ORDER BY billed_amount',
      [on.id]
    )
  ).map(({ id }) => id);

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });

test('CD.30 approved transactions of the period go out, and nothing else does', async () => {
  await aPile(world.current, account, 30);
  for (const state of ['open', 'reviewed', 'exported'] as const) await aTransaction(world.current, account, { state });
  await aTransaction(world.current, account, { state: 'approved', postingDate: '2026-04-01' });
  expect(await exportable(C, { ...MARCH, nodeId: company.id })).toEqual([
    { currency: 'EUR', count: 30, amount: '4.65' }
  ]);
  const done = await exported();
  expect(done).toMatchObject({
    status: 'exported',
    count: 30,
    totals: [{ currency: 'EUR', count: 30, amount: '4.65' }]
  });
  expect(await states()).toEqual({ open: 1, reviewed: 1, approved: 1, exported: 31 });
  const { text, lines } = await fileOf(C, done.id);
  const rows = rowsOf(text);
  expect(rows).toHaveLength(40);
  expect(lines).toBe(40);
  expect(rows.reduce((sum, { Amount = '' }) => sum + unitsOf(Amount), 0n)).toBe(46_500n);
  expect(rows.filter(({ Merchant = '' }) => Merchant.startsWith('='))).toEqual([]);
  expect(rows.filter(({ Merchant = '' }) => Merchant.startsWith("'=Quay"))).toHaveLength(8);
});

test('each transaction stores the user, the time and the id of its export; the audit has one entry with a digest of the lines', async () => {
  await aPile(world.current, account, 3);
  const done = await exported();
  const [one] = await world.current.query<{
    id: string;
    issuerId: string;
    postingDate: string;
    by: string;
    in: string;
    version: number;
  }>(
    `SELECT id, issuer_id AS "issuerId", posting_date::text AS "postingDate", exported_by AS by, exported_in AS in, version FROM transactions WHERE account_id = $1`,
    [account.id]
  );
  expect(one).toMatchObject({ by: C.userId, in: done.id, version: 2 });
  const [event] = await transactionHistory(C, one as NonNullable<typeof one>);
  expect(event).toMatchObject({ event: 'export', details: { 'after.state': 'exported', export: done.id } });
  const audits = await world.current.query<{ action: string; details: Record<string, unknown> }>(
    "SELECT action, details FROM audit_entries WHERE actor_user_id = $1 AND action LIKE '%export%' ORDER BY sequence",
    [C.userId]
  );
  expect(audits.map(({ action }) => action)).toEqual(['ledger_export.started', 'transaction.export']);
  const [digest] = await world.current.query<{ digest: string }>(
    `SELECT encode(sha256(string_agg(sha256(convert_to(e::text, 'UTF8')), ''::bytea ORDER BY e.posting_date, e.transaction_id)), 'hex') AS digest
     FROM transaction_events e WHERE event = 'export' AND details->>'export' = $1`,
    [done.id]
  );
  expect(audits[1]?.details).toMatchObject({ count: 3, export: done.id, ...digest });
});

test('C4.007 what is exported is neither edited, unreviewed, approved nor sent back', async () => {
  await aPile(world.current, account, 1);
  await exported();
  const [id = ''] = await idsOf();
  const entry = { version: 2, purpose: 'x', customerCode: null, customValues: {}, by: 'amount', splits: [{}] };
  expect(await allocate(C, id, entry as unknown as AllocationEntry, ORIGIN)).toMatchObject({ ok: false });
  for (const event of ['review', 'unreview', 'approve', 'unapprove', 'send_back'] as const)
    expect(await transaction((tx) => changeStates(tx, C, [id], { event, reason: 'x' }, ORIGIN))).toEqual({
      done: [],
      refused: [{ id, refusal: { code: 'transaction.exported' } }]
    });
});

test('what is approved later goes into the next; with nothing to export it fails and takes nothing', async () => {
  await aPile(world.current, account, 2);
  const first = await exported();
  await aPile(world.current, account, 1);
  const second = await exported();
  expect([first.count, second.count, second.number]).toEqual([2, 1, first.number + 1]);
  expect(await exported()).toMatchObject({ status: 'failed', refusal: { code: 'ledger.nothing' }, count: null });
});

test('a layout that the data does not fit makes it fail, and everything stays approved', async () => {
  await aPile(world.current, account, 200);
  const layout = await aRecord(C, 'ledger-layout', recordsOf(company), {
    name: 'Narrow',
    format: 'fixed',
    lineEnd: 'lf',
    encoding: 'windows1252'
  });
  const amount = { name: 'Amount', source: 'amount', decimalMark: 'point', sign: 'leading' };
  expect(await tryRecord(C, 'ledger-column', recordsOf(company, layout), amount)).toEqual(['width required.field']);
  await aRecord(C, 'ledger-column', recordsOf(company, layout), { ...amount, width: 3 });
  const failed = await exported(C, company.id, { layoutId: layout });
  expect(failed).toMatchObject({ status: 'failed', refusal: { code: 'ledger.value.too.wide' } });
  expect(await states()).toEqual({ approved: 200 });
  expect(await filesOf(C, failed.id)).toMatchObject([{ fileName: null, sha256: null }]);
});

test('a custom layout names codes of the scheme; the preview shows what would be written', async () => {
  const scheme = await aScheme(world.current, company);
  const one = await aTransaction(world.current, account, {
    state: 'approved',
    amount: '10.00',
    merchant: 'Größe Ωmega'
  });
  await world.current.query(
    `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount, codes) VALUES ($1, $2, $3, 1, 4, $4), ($1, $2, $3, 2, 6, $5)`,
    [
      one.issuerId,
      one.postingDate,
      one.id,
      JSON.stringify({ [scheme.center]: 'S100' }),
      JSON.stringify({ [scheme.center]: 'F200' })
    ]
  );
  await world.current.query("UPDATE transactions SET scheme_id = $2, scheme_version = repeat('0', 32) WHERE id = $1", [
    one.id,
    scheme.id
  ]);
  const id = await aRecord(C, 'ledger-layout', recordsOf(company), {
    name: 'House',
    format: 'fixed',
    lineEnd: 'crlf',
    encoding: 'windows1252',
    trailer: 'T[lines:5][total:9]'
  });
  const add = (values: object) => aRecord(C, 'ledger-column', recordsOf(company, id), { ...values });
  await add({ name: 'Center', source: 'code', code: 'COST CENTER', width: 6 });
  await add({ name: 'Amount', source: 'amount', decimalMark: 'comma', sign: 'trailing', width: 10, padding: 'zero' });
  await add({ name: 'Text', source: 'merchant_name', width: 8 });
  const seen = await seenLayout(C, id);
  const lines = ['S100  0000004,00Größe Ωm', 'F200  0000006,00Größe Ωm', 'T00002000010.00'];
  expect(await previewLines(C, seen?.layout as never)).toEqual({ ok: true, value: lines });
  const done = await exported(C, company.id, { layoutId: id });
  expect(done.status).toBe('exported');
  const [file] = await filesOf(C, done.id);
  const download = await downloadLedgerFile(C, file?.id as string, ORIGIN);
  expect(download).toMatchObject({
    mediaType: 'text/plain; charset=windows-1252',
    name: `ledger-${done.number}_2026-03-01_2026-03-31.txt`
  });
  expect((await bytesOf(download?.bytes)).toString('latin1')).toBe(`${lines.join('\r\n').replaceAll('Ω', '?')}\r\n`);
  expect((await ledgerLayouts(C)).map(({ name }) => name)).toEqual(['CSV', 'XLSX', 'General ledger journal', 'House']);
});

test('two exports at once of the same rows never both take one', async () => {
  const [group, point] = [await anAccountGroup(world.current, company), await anOrgPoint(world.current, company)];
  const [below, other] = [await anAccount(world.current, group), await anAccount(world.current, point)];
  for (const on of [account, below, other]) await aPile(world.current, on, 400);
  const ids = await Promise.all([anExport(C, company.id), anExport(C, group.id), anExport(C, point.id)]);
  const stops = await Promise.all([workJobs(jobHandlers), workJobs(jobHandlers)]);
  await worked();
  await Promise.all(stops.map((stop) => stop()));
  const done = await Promise.all(ids.map((id) => seenExport(C, id)));
  expect(done.reduce((sum, one) => sum + (one?.count ?? 0), 0)).toBe(1_200);
  const references: string[] = [];
  for (const one of done)
    if (one?.count)
      references.push(...new Set(rowsOf((await fileOf(C, one.id)).text).map(({ Reference = '' }) => Reference)));
  expect(new Set(references).size).toBe(1_200);
  expect(references).toHaveLength(1_200);
});

test('of an export and a sending back at once each transaction goes one way', async () => {
  await aPile(world.current, account, 600);
  const [approver, ids] = [await aPrincipalAt(world.current, 'C', company), await idsOf()];
  const id = await anExport(C, company.id);
  const back = async () => {
    for (let at = 0; at < ids.length; at += 20)
      await transaction((tx) =>
        changeStates(
          tx,
          approver,
          ids.slice(at, at + 20).reverse(),
          { event: 'send_back', reason: 'Wrong month' },
          ORIGIN
        )
      );
  };
  await Promise.all([worked(), back()]);
  const now = await states();
  const done = await seenExport(C, id);
  expect((now.open ?? 0) + (now.exported ?? 0)).toBe(600);
  expect(done?.count ?? 0).toBe(now.exported ?? 0);
  if (done?.count) {
    const rows = rowsOf((await fileOf(C, id)).text);
    expect(new Set(rows.map(({ Reference }) => Reference)).size).toBe(done.count);
    const sent = rows.reduce((sum, { Amount = '' }) => sum + unitsOf(Amount), 0n);
    expect(sent).toBe(unitsOf(done.totals?.[0]?.amount ?? '0'));
  }
});

describe('CD.30 a reversal', () => {
  test('of a whole export makes its transactions approved again, with the reason, and they go out once more', async () => {
    await aPile(world.current, account, 10);
    const first = await exported();
    expect(await startReversal(C, { exportId: first.id, reason: 'Wrong period' }, ORIGIN)).toMatchObject({ ok: true });
    await worked();
    expect(await states()).toEqual({ approved: 10 });
    expect(await seenExport(C, first.id)).toMatchObject({ status: 'exported', count: 10, reversedCount: 10 });
    const [one] = await world.current.query<{ event: string; reason: string; count: number }>(
      "SELECT event, reason, count(*)::int AS count FROM transaction_events WHERE event = 'reverse_export' AND details->>'export' = $1 GROUP BY 1, 2",
      [first.id]
    );
    expect(one).toEqual({ event: 'reverse_export', reason: 'Wrong period', count: 10 });
    expect(await startReversal(C, { exportId: first.id, reason: 'Again' }, ORIGIN)).toMatchObject({
      refusal: { code: 'ledger.nothing' }
    });
    expect((await exported()).count).toBe(10);
    // The first file stays what it was.
    expect((await fileOf(C, first.id)).lines).toBe(13);
  });

  test('of ticked ones takes those alone, needs a reason and the authority, and the export tells', async () => {
    await aPile(world.current, account, 5);
    const done = await exported();
    const ids = await idsOf();
    const reverse = (by: Principal, reason?: string, which = ids.slice(0, 2)) =>
      transaction((tx) => reverseTransactions(tx, by, which, reason, ORIGIN));
    const I = await aPrincipalAt(world.current, 'I', issuer);
    expect((await reverse(I, 'x')).refused[0]?.refusal.code).toBe('forbidden.action');
    expect((await reverse(C)).refused[0]?.refusal.code).toBe('required');
    expect(await reverse(C, 'Booked by hand')).toMatchObject({
      done: expect.arrayContaining(ids.slice(0, 2)),
      refused: []
    });
    expect((await reverse(C, 'Again')).refused.map(({ refusal }) => refusal.code)).toEqual([
      'ledger.not.exported',
      'ledger.not.exported'
    ]);
    expect((await reverse(C, 'Gone', [randomUUID()])).refused.map(({ refusal }) => refusal.code)).toEqual([
      'not.found'
    ]);
    expect(await seenExport(C, done.id)).toMatchObject({ count: 5, reversedCount: 2 });
    expect(await states()).toEqual({ approved: 2, exported: 3 });
    const last = ids.at(-1) as string;
    expect(await reverseTransaction(I, last, { reason: 'x' }, ORIGIN)).toMatchObject({
      refusal: { code: 'forbidden.action' }
    });
    expect(await reverseTransaction(C, last, { reason: 'By itself' }, ORIGIN)).toMatchObject({ ok: true });
    expect(await reverseTransaction(C, last, { reason: 'Again' }, ORIGIN)).toMatchObject({
      refusal: { code: 'ledger.not.exported' }
    });
    expect(await seenExport(C, done.id)).toMatchObject({ count: 5, reversedCount: 3 });
  });

  test('of a ticked one that meanwhile went out again with another export takes nothing back', async () => {
    await aPile(world.current, account, 1);
    const before = await exported();
    const [id = ''] = await idsOf();
    const elsewhere = await anAccount(world.current, company);
    await aPile(world.current, elsewhere, 1);
    const after = await exported();
    const found: string[] = [];
    const query = readQuery(TRANSACTIONS, { exportNumber: String(before.number) });
    for await (const listed of listRows(C, TRANSACTIONS, query)) found.push(listed.id);
    expect(found).toEqual([id]);
    const holder = new pg.Client({ connectionString: world.current.ownerUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM ledger_exports WHERE id = $1 FOR UPDATE', [before.id]);
      const late = reverseTransaction(C, id, { reason: 'Late' }, ORIGIN);
      await untilWaiting(holder);
      await holder.query('UPDATE transactions SET exported_in = $2 WHERE id = $1', [id, after.id]);
      await holder.query('COMMIT');
      expect(await late).toMatchObject({ refusal: { code: 'ledger.not.exported' } });
    } finally {
      await holder.end();
    }
    expect(await states()).toEqual({ exported: 1 });
  });

  test('of the whole and of ticked ones at once counts each once', async () => {
    await aPile(world.current, account, 200);
    const done = await exported();
    const ids = await idsOf();
    await startReversal(C, { exportId: done.id, reason: 'All' }, ORIGIN);
    const ticked = async () => {
      for (let at = 0; at < ids.length; at += 10)
        await transaction((tx) => reverseTransactions(tx, C, ids.slice(at, at + 10), 'Some', ORIGIN));
    };
    await Promise.all([ticked(), worked()]);
    expect(await states()).toEqual({ approved: 200 });
    expect((await seenExport(C, done.id))?.reversedCount).toBe(200);
    const [events] = await world.current.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM transaction_events WHERE event = 'reverse_export' AND details->>'export' = $1",
      [done.id]
    );
    expect(events?.count).toBe(200);
  });
});

test('an export is written again by another layout: the same transactions, as they are, without those taken back', async () => {
  await aPile(world.current, account, 6);
  const done = await exported();
  const [first = ''] = await idsOf();
  await transaction((tx) => reverseTransactions(tx, C, [first], 'Twice', ORIGIN));
  expect(await writeAgain(C, { exportId: done.id, layoutId: 'journal' }, ORIGIN)).toMatchObject({ ok: true });
  await worked();
  const again = (await fileOf(C, done.id, 1)).text.split('\r\n');
  // Five transactions of seven splits, each with its line on the offset account; 0.02 to 0.06 euros.
  expect(again[0]).toMatch(new RegExp(`^H;${String(done.number).padStart(8, '0')};\\d{8};12$`));
  expect(again.at(-2)).toMatch(/;12;0\.20;0\.20$/);
  expect(await states()).toEqual({ approved: 1, exported: 5 });
});

test('a file is of the day that it is where the issuer is', async () => {
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('sv', { timeZone }).format(new Date()).replaceAll('-', '');
  // One of them is a day ahead of or behind UTC, whatever the hour.
  const zone = ['Pacific/Kiritimati', 'Pacific/Niue'].find((name) => dayIn(name) !== dayIn('UTC')) as string;
  const far = await anIssuer(world.current);
  await world.current.query('UPDATE issuers SET time_zone = $2 WHERE id = $1', [far.id, zone]);
  const own = await aCompany(world.current, far);
  await aPile(world.current, await anAccount(world.current, own), 1);
  const by = await aPrincipalAt(world.current, 'C', own);
  const { id } = await exported(by, own.id, { layoutId: 'journal' });
  expect((await fileOf(by, id)).text.split('\r\n')[0]).toMatch(new RegExp(`^H;\\d+;${dayIn(zone)};`));
});

test('nobody exports what lies elsewhere, nor sees, downloads or takes back what does', async () => {
  await aPile(world.current, account, 3);
  const done = await exported();
  const [file] = await filesOf(C, done.id);
  const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
  expect(await startExport(stranger, { ...MARCH, nodeId: company.id }, ORIGIN)).toMatchObject({
    refusal: { code: 'not.found' }
  });
  expect(await exportable(stranger, { ...MARCH, nodeId: company.id })).toBeNull();
  expect(await seenExport(stranger, done.id)).toBeNull();
  expect(await placeTyped(stranger, 'a\0b')).toBe('');
  expect(await filesOf(stranger, done.id)).toEqual([]);
  expect(await downloadLedgerFile(stranger, file?.id as string, ORIGIN)).toBeNull();
  expect(await startReversal(stranger, { exportId: done.id, reason: 'x' }, ORIGIN)).toMatchObject({
    refusal: { code: 'not.found' }
  });
  // A layout of one company is not for another, and a manager below exports nothing.
  const layoutId = await aRecord(C, 'ledger-layout', recordsOf(company), { name: 'Own', format: 'xlsx' });
  expect(
    await startExport(stranger, { ...MARCH, nodeId: stranger.scope.subtrees[0]?.nodeId as string, layoutId }, ORIGIN)
  ).toMatchObject({
    refusal: { code: 'ledger.layout.unknown' }
  });
  const O = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
  expect(await startExport(O, { ...MARCH, nodeId: O.scope.subtrees[0]?.nodeId as string }, ORIGIN)).toMatchObject({
    refusal: { code: 'forbidden.action' }
  });
});

test('a user who has lost the permission exports nothing', async () => {
  await aPile(world.current, account, 3);
  const id = await anExport(C, company.id);
  await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [C.userId]);
  await worked();
  expect(await seenExport(C, id)).toMatchObject({ status: 'failed', refusal: { code: 'user.not.authorized' } });
  expect(await states()).toEqual({ approved: 3 });
  expect(await jobProgress(C, (await filesOf(C, id))[0]?.jobId as string)).toMatchObject({ status: 'failed' });
});
