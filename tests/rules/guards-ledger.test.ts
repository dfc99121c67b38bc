import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { deleteExpiredTransactions } from '@/lib/composition/process/retention';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { readQuery } from '@/lib/kit/listing/query';
import { LEDGER_EXPORTS, type LedgerExport, seenExport } from '@/lib/money/ledger/exports';
import { downloadLedgerFile, filesOf } from '@/lib/money/ledger/files';
import { ledgerLayouts, seenLayout } from '@/lib/money/ledger/layouts';
import { previewLines } from '@/lib/money/ledger/preview';
import { reverseTransactions, startReversal } from '@/lib/money/ledger/reverse';
import {
  approvedOf,
  exportable,
  exportPlace,
  exportPlaces,
  placeTyped,
  selectionSchema
} from '@/lib/money/ledger/selection';
import { writeAgain } from '@/lib/money/ledger/start-export';
import { inTaken, take } from '@/lib/money/ledger/taken';
import { untilEnded, working } from '../support/jobs';
import { anExport, aPile, fileOf, MARCH } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anIssuerGroup, anOrgPoint } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';
import { until } from '../support/until';

const world = useDatabase();
afterEach(() => shiftClock(0));

test('CD.30 what an export takes is locked until it ends, and nothing else is', async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  const C = await aPrincipalAt(world.current, 'C', company);
  const taken = await aTransaction(world.current, account, { state: 'approved' });
  const open = await aTransaction(world.current, account, { state: 'open' });
  const node = await exportPlace(C, company.id);
  if (!node) throw new Error('not seen');
  const other = new pg.Client({ connectionString: world.current.url });
  await other.connect();
  const isLocked = async (id: string) => {
    try {
      await other.query('SELECT 1 FROM transactions WHERE id = $1 FOR UPDATE NOWAIT', [id]);
      return false;
    } catch (error) {
      expect((error as pg.DatabaseError).code).toBe('55P03');
      return true;
    }
  };
  await inTaken(async (tx) => {
    expect(await take(tx, approvedOf(C, node, MARCH))).toBe(1);
    expect([await isLocked(taken.id), await isLocked(open.id)]).toEqual([true, false]);
  });
  expect(await isLocked(taken.id)).toBe(false);
  await other.end();
});

test('CD.20 CD.30 what is exported, written again and taken back leaves another issuer with the same ids alone', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const account = await anAccount(db, company);
  const [C, stranger] = [await aPrincipalAt(db, 'C', company), await aPrincipalAt(db, 'C', await aCompany(db, issuer))];
  const worked = () =>
    working(jobHandlers, () =>
      until(async () => (await db.query("SELECT 1 FROM jobs WHERE status IN ('queued', 'processing')")).length === 0)
    );
  const exported = async (by: Principal) => {
    const id = await anExport(by, company.id);
    await worked();
    return id;
  };
  const seen = async (id: string) => (await seenExport(C, id)) as LedgerExport;
  await aPile(db, account, 9);
  const first = await exported(C);
  await aPile(db, account, 6);
  const twin = await aTwinOf(db, issuer.id);
  const before = await twin.digest();

  expect(await seen(first)).toMatchObject({ issuerId: issuer.id, count: 9, reversedCount: 0 });
  expect(await filesOf(C, first)).toHaveLength(1);
  expect([await seenExport(stranger, first), await filesOf(stranger, first)]).toEqual([null, []]);
  const [file] = await filesOf(C, first);
  expect(await downloadLedgerFile(stranger, file?.id as string, ORIGIN)).toBeNull();
  for (const refused of [
    await writeAgain(stranger, { exportId: first, layoutId: 'csv' }, ORIGIN),
    await startReversal(stranger, { exportId: first, reason: 'Not mine' }, ORIGIN)
  ])
    expect(refusedFor(refused)).toBe('not.found');
  const ids = (
    await db.query<{ id: string }>(
      "SELECT id FROM transactions WHERE issuer_id = $1 AND state = 'exported' ORDER BY id LIMIT 2",
      [issuer.id]
    )
  ).map(({ id }) => id);
  const reversed = await transaction((tx) => reverseTransactions(tx, C, ids, 'Booked by hand', ORIGIN));
  expect([...reversed.done].sort()).toEqual(ids);
  expect(await seen(first)).toMatchObject({ count: 9, reversedCount: 2 });
  const second = await exported(C);
  expect(await seen(second)).toMatchObject({ count: 8, status: 'exported' });
  expect((await fileOf(C, second)).lines).toBe((await filesOf(C, second))[0]?.lines);
  expect(refusedFor(await writeAgain(C, { exportId: first, layoutId: 'csv' }, ORIGIN))).toBeNull();
  await worked();
  expect(await filesOf(C, first)).toHaveLength(2);
  expect((await fileOf(C, first, 1)).sha256).toHaveLength(64);
  expect(refusedFor(await startReversal(C, { exportId: first, reason: 'Wrong period' }, ORIGIN))).toBeNull();
  await worked();
  expect(await seen(first)).toMatchObject({ count: 9, reversedCount: 9 });
  expect(await seen(second)).toMatchObject({ count: 8, reversedCount: 0 });
  expect(refusedFor(await writeAgain(C, { exportId: first, layoutId: 'csv' }, ORIGIN))).toBe('ledger.nothing');
  expect(await twin.digest()).toBe(before);
});

test('CD.20 CD.30 an export that is done is not that of another issuer with the same id', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const C = await aPrincipalAt(db, 'C', company);
  await aPile(db, await anAccount(db, company), 2);
  const exportId = await anExport(C, company.id);
  const twin = await aTwinOf(db, issuer.id);
  await db.query('DELETE FROM jobs WHERE issuer_id = $1', [twin.issuerId]);
  const before = await twin.digest();
  await working(jobHandlers, () => until(async () => (await seenExport(C, exportId))?.status === 'exported'));
  expect(await twin.digest()).toBe(before);
});

test('CD.30 an export of a company takes what was booked in it, wherever the account is by now', async () => {
  const issuer = await anIssuer(world.current);
  const [before, after] = [await aCompany(world.current, issuer), await aCompany(world.current, issuer)];
  const moved = await anAccount(world.current, after);
  await aTransaction(world.current, { ...moved, companyId: before.id }, { state: 'approved' });
  const I = await aPrincipalAt(world.current, 'I', issuer);
  const taken = async (id: string) => {
    const node = await exportPlace(I, id);
    return node && inTaken((tx) => take(tx, approvedOf(I, node, MARCH)));
  };
  expect([await taken(before.id), await taken(after.id), await taken(issuer.id)]).toEqual([1, 0, 1]);
});

test('CD.22 CD.30 exports, their files and layouts require permission, and files are closed while viewing as another', async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const account = await anAccount(db, company);
  const C = await aPrincipalAt(db, 'C', company);
  const other = await aPrincipalAt(db, 'C', company, { authorities: ['transactions.view', 'transactions.modify'] });
  await aPile(db, account, 3);
  const id = await anExport(C, company.id);
  await working(jobHandlers, () => until(async () => (await seenExport(C, id))?.status === 'exported'));
  const [file] = await filesOf(C, id);
  const place = { ...MARCH, nodeId: company.id };
  const eyes = { ...C, accessor: { issuerId: C.issuerId, userId: other.userId } };
  for (const by of [other, eyes]) expect(await downloadLedgerFile(by, file?.id as string, ORIGIN)).toBeNull();
  expect([await seenExport(other, id), await filesOf(other, id), await exportable(other, place)]).toEqual([
    null,
    [],
    null
  ]);
  expect([await ledgerLayouts(other), await seenLayout(other, 'csv')]).toEqual([[], null]);
  expect(await exportPlaces(other, company.name)).toEqual([]);
  const csv = (await seenLayout(C, 'csv'))?.layout as NonNullable<Awaited<ReturnType<typeof seenLayout>>>['layout'];
  expect(refusedFor(await previewLines(other, csv))).toBe('forbidden.action');
  expect(refusedFor(await previewLines(C, { ...csv, columns: [] }))).toBe('ledger.layout.empty');
  const [one] = await db.query<{ id: string; at: Date; version: number }>(
    'SELECT id, exported_at AS at, version FROM transactions WHERE account_id = $1 LIMIT 1',
    [account.id]
  );
  expect(one).toMatchObject({ at: expect.any(Date), version: 2 });
  const back = (by: Principal, reason?: string) =>
    transaction((tx) => reverseTransactions(tx, by, [one?.id as string], reason, ORIGIN));
  expect((await back(other, 'x')).refused[0]?.refusal.code).toBe('forbidden.action');
  expect((await back(C, 'x')).done).toEqual([one?.id]);
  expect(
    await db.query('SELECT exported_at, exported_by, exported_in, version FROM transactions WHERE id = $1', [one?.id])
  ).toEqual([{ exported_at: null, exported_by: null, exported_in: null, version: 3 }]);
});

test('a custom layout is available while it is active, with its active columns', async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const C = await aPrincipalAt(world.current, 'C', company);
  const id = await aRecord(C, 'ledger-layout', recordsOf(company), { name: 'Own', format: 'xlsx' });
  for (const source of ['type', 'currency'])
    await aRecord(C, 'ledger-column', recordsOf(company, id), { name: source, source });
  const off = (condition: string) =>
    world.current.query(`UPDATE setup_records SET inactive_since = now() WHERE owner_id = $1 AND ${condition}`, [
      company.id
    ]);
  const names = async () => (await seenLayout(C, id))?.layout.columns.map(({ name }) => name) ?? null;
  expect(await names()).toEqual(['type', 'currency']);
  expect([await seenLayout(C, 'toString'), await seenLayout(C, company.id)]).toEqual([null, null]);
  await off("name = 'type'");
  expect(await names()).toEqual(['currency']);
  expect((await ledgerLayouts(C)).map(({ id: one }) => one)).toEqual(['csv', 'xlsx', 'journal', id]);
  await off("entity = 'ledger-layout'");
  expect(await names()).toBeNull();
  expect((await ledgerLayouts(C)).map(({ id: one }) => one)).toEqual(['csv', 'xlsx', 'journal']);
});

test('CD.30 an export is of an active place of one’s own issuer, of its days, and of one currency if that is asked', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const [point, closed] = [await anOrgPoint(db, company), await anOrgPoint(db, company, { status: 'closed' })];
  const account = await anAccount(db, point);
  const C = await aPrincipalAt(db, 'C', company);
  await aTransaction(db, account, { state: 'approved', postingDate: '2026-03-01' });
  await aTransaction(db, account, { state: 'approved', postingDate: '2026-03-31' });
  await aTransaction(db, account, { state: 'approved', postingDate: '2026-04-01' });
  await aTransaction(db, await anAccount(db, company, { currency: 'USD' }), { state: 'approved' });
  const counts = async (nodeId: string, currency: string | null = null) =>
    (await exportable(C, { ...MARCH, nodeId, currency }))?.map((one) => [one.currency, one.count]) ?? null;
  expect(await counts(company.id)).toEqual([
    ['EUR', 2],
    ['USD', 1]
  ]);
  expect([await counts(company.id, 'USD'), await counts(point.id)]).toEqual([[['USD', 1]], [['EUR', 2]]]);
  expect(await counts(account.id)).toBeNull();
  const far = await anIssuer(db);
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
  const other = await aCompany(db, far);
  expect((await exportPlace(H, company.id))?.id).toBe(company.id);
  expect(await exportPlace(H, other.id)).toBeNull();
  const found = async (text: string) => (await exportPlaces(C, text)).map(({ id }) => id);
  expect([await found(point.name), await found(closed.name), await found(account.name)]).toEqual([[point.id], [], []]);
  expect([await placeTyped(C, point.name), await placeTyped(C, ''), await placeTyped(C, 'nowhere')]).toEqual([
    ...[point.id, '', '']
  ]);
  await anOrgPoint(db, company, { name: `${point.name} East` });
  const [word = ''] = point.name.split(' ');
  expect([await placeTyped(C, point.name), await placeTyped(C, word)]).toEqual([point.id, '']);
  const fits = (from: string, to: string) =>
    selectionSchema.safeParse({ nodeId: company.id, layoutId: 'csv', from, to }).success;
  expect([fits('2026-03-01', '2026-03-01'), fits('2026-03-02', '2026-03-01')]).toEqual([true, false]);
});

test('CD.11 exports are filtered and sorted in their list', () => {
  const asked = {
    number: '1',
    place: 'a',
    'from.from': '2026-01-01',
    'to.to': '2026-01-31',
    status: 'exported',
    count: '1',
    reversed: '1',
    by: 'b',
    'created.from': '2026-01-01'
  };
  const { filters, columns } = readQuery(LEDGER_EXPORTS, asked);
  expect(Object.keys(filters).sort()).toEqual(['by', 'created', 'from', 'number', 'place', 'status', 'to']);
  expect(columns).toEqual(['number', 'place', 'from', 'to', 'status', 'count', 'reversed', 'created']);
  const statuses = ['waiting', 'exported', 'failed', 'stopped'];
  expect(statuses.map((status) => readQuery(LEDGER_EXPORTS, { status }).filters.status?.value)).toEqual(statuses);
  expect(readQuery(LEDGER_EXPORTS, {})).toMatchObject({ sort: 'created', descending: true });
});

test('CD.30 what never went out is neither written again nor taken back', async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const C = await aPrincipalAt(world.current, 'C', company);
  const exportId = await anExport(C, company.id);
  const tried = async () => [
    refusedFor(await writeAgain(C, { exportId, layoutId: 'csv' }, ORIGIN)),
    refusedFor(await startReversal(C, { exportId, reason: 'Wrong' }, ORIGIN))
  ];
  expect(await tried()).toEqual(['ledger.nothing', 'ledger.nothing']);
  await working(jobHandlers, () => until(async () => (await seenExport(C, exportId))?.status === 'failed'));
  expect(await tried()).toEqual(['ledger.nothing', 'ledger.nothing']);
});

test('CD.22 CD.30 a queued reversal is refused if its user has lost the place', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const [company, elsewhere] = [await aCompany(db, issuer), await aCompany(db, issuer)];
  const C = await aPrincipalAt(db, 'C', company);
  await aPile(db, await anAccount(db, company), 1);
  const exportId = await anExport(C, company.id);
  await working(jobHandlers, () => until(async () => (await seenExport(C, exportId))?.status === 'exported'));
  granted(await startReversal(C, { exportId, reason: 'Wrong' }, ORIGIN));
  await db.query('UPDATE assignment_nodes SET node_id = $2 WHERE assignment_id = $1', [C.assignmentId, elsewhere.id]);
  const [job] = await db.query<{ id: string }>('SELECT reversal_job_id AS id FROM ledger_exports WHERE id = $1', [
    exportId
  ]);
  expect((await untilEnded(C, job?.id as string)).refusal).toEqual({ code: 'not.found' });
});

test('C5.027 of the exports that one retention comes upon those alone have expired that had what went', async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  const account = await anAccount(world.current, company);
  const C = await aPrincipalAt(world.current, 'C', company);
  const exported = async (postingDate: string, to: string) => {
    await aTransaction(world.current, account, { state: 'approved', postingDate });
    const id = await anExport(C, company.id, { to });
    await working(jobHandlers, () => until(async () => (await seenExport(C, id))?.status === 'exported'));
    return id;
  };
  const [march, april] = [await exported('2026-03-15', '2026-03-31'), await exported('2026-04-20', '2026-04-30')];
  await withSetting(world.current, { issuerId: company.issuerId }, 'data.retention.months', 3);
  shiftClock(Date.parse('2026-07-10T12:00:00Z') - Date.now());
  await deleteExpiredTransactions();
  expect((await seenExport(C, march))?.expiredAt).toEqual(expect.any(Date));
  expect(await seenExport(C, april)).toMatchObject({ expiredAt: null, status: 'exported' });
  expect([(await filesOf(C, march)).length, (await filesOf(C, april)).length]).toEqual([0, 1]);
});
