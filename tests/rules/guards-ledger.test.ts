import pg from 'pg';
import type { Principal } from '@/lib/access/principal';
import { transaction } from '@/lib/core/database';
import { type LedgerExport, seenExport } from '@/lib/ledger/exports';
import { downloadLedgerFile, filesOf } from '@/lib/ledger/files';
import { reverseTransactions, startReversal } from '@/lib/ledger/reverse';
import { approvedOf, exportPlace } from '@/lib/ledger/selection';
import { writeAgain } from '@/lib/ledger/start-export';
import { inTaken, take } from '@/lib/ledger/taken';
import { jobHandlers } from '@/lib/process/job-handlers';
import { working } from '../support/jobs';
import { anExport, aPile, fileOf, MARCH } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { refusedFor } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';
import { until } from '../support/until';

const world = useDatabase();

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
