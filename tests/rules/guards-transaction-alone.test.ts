import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocateMany, massAllocationSchema } from '@/lib/money/transactions/allocate-many';
import { TRANSACTION_ACTIONS } from '@/lib/money/transactions/bulk-actions';
import { changeState, changeStates } from '@/lib/money/transactions/change-state';
import { addLine, linesOf, removeLine } from '@/lib/money/transactions/lines';
import { reviewables } from '@/lib/money/transactions/review-faults';
import { allocationSchema, lineSchema } from '@/lib/money/transactions/schema';
import { seenTransactions } from '@/lib/money/transactions/transactions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, anIssuerGroup, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  [A, C] = [await aPrincipalAt(db, 'A', account), await aPrincipalAt(db, 'C', company)];
});
afterEach(() => shiftClock(0));

const charge = (options: Parameters<typeof aTransaction>[2] = {}, on = account) =>
  aTransaction(world.current, on, options);
const kept = async ({ id }: { id: string }) =>
  (
    await world.current.query<Record<string, unknown>>(
      `SELECT t.*, (SELECT json_agg(a ORDER BY position) FROM allocations a WHERE (a.issuer_id, a.transaction_id) = (t.issuer_id, t.id)) AS parts,
         (SELECT json_agg(l ORDER BY position) FROM transaction_lines l WHERE (l.issuer_id, l.transaction_id) = (t.issuer_id, t.id)) AS lines
       FROM transactions t WHERE t.issuer_id = $1 AND t.id = $2`,
      [issuer.id, id]
    )
  )[0];

test('CD.41 C2.015 CD.42 what is done to one transaction leaves another of the same account and day as it is', async () => {
  const scheme = await aScheme(world.current, company);
  await world.current.query(
    `UPDATE setup_records SET data = data || '{"mandatory": false}' WHERE issuer_id = $1 AND id = $2`,
    [issuer.id, scheme.center]
  );
  await world.current.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data, position)
     VALUES ($1, gen_random_uuid(), 'default-value', $2, $3, 'Default', $4, 90)`,
    [
      ...[issuer.id, company.id, scheme.id],
      JSON.stringify({ accountingCode: scheme.note, basis: 'account', account: account.id, text: 'usual' })
    ]
  );
  const [row, beside] = [await charge(), await charge()];
  const line = lineSchema.parse({ description: 'Paper', quantity: '1', unitCost: '1' });
  granted(await addLine(A, { id: beside.id, version: 1 }, line, ORIGIN));
  const before = await kept(beside);
  const codes = { [scheme.center]: 'S100' };

  granted(await addLine(A, { id: row.id, version: 1 }, line, ORIGIN));
  expect(await linesOf(row)).toHaveLength(1);
  granted(await removeLine(A, { id: row.id, version: 2, position: 1 }, ORIGIN));
  const entry = allocationSchema.parse({ version: 3, purpose: 'Fair', splits: [{ codes }] });
  granted(await allocate(A, row.id, entry, ORIGIN));
  const asked = massAllocationSchema.parse({ schemeId: scheme.id, codes });
  expect((await transaction((tx) => allocateMany(tx, A, [row.id], asked, ORIGIN))).done).toEqual([row.id]);
  const fresh = await charge();
  for (const id of [row.id, fresh.id])
    expect((await transaction((tx) => changeStates(tx, A, [id], { event: 'review' }, ORIGIN))).done).toEqual([id]);
  expect(await kept(fresh)).toMatchObject({ scheme_id: scheme.id, parts: [{ codes: { [scheme.note]: 'usual' } }] });
  expect(await kept(row)).toMatchObject({ version: 6, state: 'reviewed', lines: null });
  expect(await kept(beside)).toEqual(before);
});

test('CD.30 the instants of the review and of the approval are those of their commands, and end with their states', async () => {
  const { id } = await charge();
  const at = async (
    day: string,
    by: Principal,
    version: number,
    event: 'review' | 'approve' | 'unapprove' | 'unreview'
  ) => {
    shiftClock(Date.parse(`2026-12-${day}T10:00:00Z`) - Date.now());
    granted(await changeState(by, id, { version, event }, ORIGIN));
    const row = await kept({ id });
    return [row?.reviewed_at, row?.approved_at].map((one) => (one as Date | null)?.toISOString().slice(8, 10) ?? null);
  };
  expect(await at('01', A, 1, 'review')).toEqual(['01', null]);
  expect(await at('02', C, 2, 'approve')).toEqual(['01', '02']);
  expect(await at('03', C, 3, 'unapprove')).toEqual(['01', null]);
  expect(await at('04', C, 4, 'approve')).toEqual(['01', '04']);
  expect(await at('05', C, 5, 'unapprove')).toEqual(['01', null]);
  expect(await at('06', A, 6, 'unreview')).toEqual([null, null]);
});

test('CD.20 CD.30 of approvals each takes back their own, whatever others and another issuer have approved', async () => {
  const other = await aPrincipalAt(world.current, 'C', company);
  const rows = [await charge({ state: 'reviewed' }), await charge({ state: 'reviewed' })];
  const [own, others] = rows.map(({ id }) => id) as [string, string];
  const twin = await aTwinOf(world.current, issuer.id);
  granted(await changeState(C, own, { version: 1, event: 'approve' }, ORIGIN));
  granted(await changeState(other, others, { version: 1, event: 'approve' }, ORIGIN));
  const before = await twin.digest();
  const back = { event: 'unapprove' } as const;
  const { done, refused } = await transaction((tx) => changeStates(tx, C, [own, others], back, ORIGIN));
  expect(done).toEqual([own]);
  expect(refused).toEqual([{ id: others, refusal: { code: 'transaction.approved.by.other' } }]);
  granted(await changeState(C, own, { version: 3, event: 'approve' }, ORIGIN));
  expect(refusedFor(await changeState(C, own, { version: 4, ...back }, ORIGIN))).toBeNull();
  expect(await twin.digest()).toBe(before);
  const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
  expect(refusedFor(await changeState(stranger, own, { version: 5, event: 'approve' }, ORIGIN))).toBe('not.found');
});

test('CD.20 C4.005 whether each can be reviewed is asked once, by the schemes of its own issuer and company', async () => {
  const db = world.current;
  const far = await anIssuer(db);
  const farCompany = await aCompany(db, far);
  const beside = await aCompany(db, issuer);
  await aScheme(db, company);
  const rows = [
    await charge(),
    await charge({}, await anAccount(db, farCompany)),
    await charge({}, await anAccount(db, beside))
  ];
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
  const seen = await seenTransactions(
    H,
    rows.map(({ id }) => id)
  );
  for (const first of seen) {
    const some = [first, ...seen.filter((row) => row !== first)];
    const found = await transaction((tx) => reviewables(tx, some));
    expect(found.map(({ transaction: { id } }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(found.filter(({ refusal }) => refusal).map(({ transaction: { id } }) => id)).toEqual([rows[0]?.id]);
    expect(found.filter(({ coding }) => coding.scheme).map(({ transaction: { id } }) => id)).toEqual([rows[0]?.id]);
  }
});

test('CD.30 a review of many can be undone, and so can taking it back; nothing else can', () => {
  const undone = Object.entries(TRANSACTION_ACTIONS).map(([name, action]) => [name, 'undo' in action && action.undo]);
  expect(undone).toEqual([
    ['allocate', false],
    ['review', 'unreview'],
    ['unreview', 'review'],
    ['approve', false],
    ['send_back', false]
  ]);
});
