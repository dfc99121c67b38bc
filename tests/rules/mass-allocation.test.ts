import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { createSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { allocate } from '@/lib/money/transactions/allocate';
import { type MassAllocation, massRefusal } from '@/lib/money/transactions/allocate-many';
import { allocationsOf } from '@/lib/money/transactions/allocations';
import { massPreview } from '@/lib/money/transactions/mass-preview';
import { allocationSchema } from '@/lib/money/transactions/schema';
import { bulkEnded, bulkJob, working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aScheme, type PlacedScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';

const world = useDatabase();
const TARGET = { list: 'transactions', parameters: {}, query: '' };
let scheme: PlacedScheme;
let account: StructureNode;
let elsewhere: StructureNode;
let C: Principal;

beforeAll(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  scheme = await aScheme(world.current, company);
  account = await anAccount(world.current, company);
  const point = await anOrgPoint(world.current, company);
  await aScheme(world.current, company, point);
  elsewhere = await anAccount(world.current, point);
  C = await aPrincipalAt(world.current, 'C', company);
});

const asked = (codes: Record<string, string>, profileId: string | null = null): MassAllocation => ({
  schemeId: scheme.id,
  profileId,
  codes
});
const mass = (rows: readonly PlacedTransaction[], parameters: unknown) =>
  askBulk(LISTS, C, TARGET, { action: 'allocate', extent: { ids: rows.map(({ id }) => id) }, parameters }, ORIGIN);
const partsOf = async (row: PlacedTransaction) =>
  ((await allocationsOf(undefined, [row])).get(row.id) ?? []).map(({ amount, codes }) => [amount, codes]);

test('C2.015 codes are set in every split of those that can be, nothing else changes, and the report says why not the others', async () => {
  const [whole, split, approved, other] = [
    await aTransaction(world.current, account),
    await aTransaction(world.current, account, { amount: '10.00' }),
    await aTransaction(world.current, account, { state: 'approved', merchant: 'Late Hotel' }),
    await aTransaction(world.current, elsewhere, { merchant: 'Far Inn' })
  ];
  const entry = allocationSchema.parse({
    version: 1,
    purpose: 'Fair',
    splits: [
      { amount: '4', codes: { [scheme.center]: 'F200', [scheme.note]: 'kept' } },
      { amount: '6', codes: { [scheme.center]: 'S100', [scheme.project]: 'P1' } }
    ]
  });
  expect(await allocate(C, split.id, entry, ORIGIN)).toMatchObject({ ok: true });
  const rows = [whole, split, approved, other];
  expect(
    await massPreview(
      C,
      rows.map(({ id }) => id)
    )
  ).toMatchObject({
    looked: 4,
    closed: 1,
    unschemed: 0,
    schemes: expect.arrayContaining([expect.objectContaining({ id: scheme.id, count: 2 })])
  });
  const done = await mass(rows, asked({ [scheme.center]: 's100' }));
  expect(done).toMatchObject({ ok: true, value: { done: 2, refused: 2 } });
  const groups = done.ok && 'groups' in done.value ? done.value.groups : [];
  expect(groups.map(({ code, rows: [first] }) => [first?.name, code]).sort()).toEqual([
    ['Far Inn', 'allocation.mass.other.scheme'],
    ['Late Hotel', 'transaction.approved']
  ]);
  expect(await partsOf(whole)).toEqual([['100', { [scheme.center]: 'S100' }]]);
  expect(await partsOf(split)).toEqual([
    ['4', { [scheme.center]: 'S100', [scheme.note]: 'kept' }],
    ['6', { [scheme.center]: 'S100', [scheme.project]: 'P1' }]
  ]);
  expect(await partsOf(other)).toEqual([]);
  // Another cost center, and the project no longer goes with it: that one is refused, and stays as it was.
  const again = await mass([whole, split], asked({ [scheme.center]: 'F200' }));
  expect(again).toMatchObject({
    ok: true,
    value: { done: 1, refused: 1, groups: [{ code: 'allocation.code.not.for' }] }
  });
  const [row] = await world.current.query<{ version: number; events: number }>(
    `SELECT version, (SELECT count(*)::int FROM transaction_events e WHERE e.transaction_id = t.id AND event = 'allocated') AS events
     FROM transactions t WHERE id = $1`,
    [whole.id]
  );
  expect(row).toEqual({ version: 3, events: 2 });
});

test('C2.015 C5.034 a profile divides each to the cent, with the codes that are set for all', async () => {
  const splits = ['33.33', '33.33', '33.34'].map((percent, index) => ({
    percent,
    description: null,
    codes: { [scheme.center]: index === 0 ? 'S100' : 'F200' }
  }));
  const profile = granted(await createSplitProfile(C, { name: 'Thirds', splits, schemeId: scheme.id }, ORIGIN));
  const [one, cent, credit] = [
    await aTransaction(world.current, account, { amount: '100.00', taxAmount: '16.67' }),
    await aTransaction(world.current, account, { amount: '0.02' }),
    await aTransaction(world.current, account, { amount: '-10.00', type: 'credit' })
  ];
  const done = await mass([one, cent, credit], asked({ [scheme.note]: 'all' }, profile));
  expect(done).toMatchObject({ ok: true, value: { done: 3, refused: 0 } });
  const amounts = async (row: PlacedTransaction) => (await partsOf(row)).map(([amount]) => Number(amount));
  expect(await amounts(one)).toEqual([33.33, 33.33, 33.34]);
  expect((await amounts(cent)).reduce((total, part) => total + part, 0)).toBeCloseTo(0.02, 10);
  expect(await amounts(credit)).toEqual([-3.33, -3.33, -3.34]);
  expect((await partsOf(one))[2]).toEqual(['33.34', { [scheme.center]: 'F200', [scheme.note]: 'all' }]);
});

test('what is asked is checked at once: nothing to set, a wrong code, a profile or a scheme of others', async () => {
  const row = await aTransaction(world.current, account);
  expect(await mass([row], asked({}))).toMatchObject({ ok: false, refusal: { code: 'allocation.mass.nothing' } });
  expect(await mass([row], undefined)).toMatchObject({ ok: false });
  expect(await massRefusal(C, asked({ [scheme.center]: 'X1' }))).toMatchObject({
    code: 'allocation.code.not.offered',
    field: `codes.${scheme.center}`
  });
  expect(await massRefusal(C, asked({ [scheme.project]: 'P1' }))).toBeNull();
  // What was offered on the day of a transaction can be set in it afterwards.
  await world.current.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, position)
     SELECT issuer_id, gen_random_uuid(), entity, owner_id, parent_id, 'W1', 'Winter', '{"activeTo":"2026-03-31"}', 99
     FROM setup_records WHERE parent_id = $1 AND code = 'S100'`,
    [scheme.center]
  );
  const winter = asked({ [scheme.center]: 'W1' });
  expect(await massRefusal(C, winter)).toBeNull();
  const [march, april] = [row, await aTransaction(world.current, account, { postingDate: '2026-04-01' })];
  expect(await mass([march, april], winter)).toMatchObject({
    ok: true,
    value: { done: 1, refused: 1, groups: [{ code: 'allocation.code.not.active' }] }
  });
  expect(await massRefusal(C, asked({}, row.id))).toMatchObject({ code: 'split.profile.not.for' });
  const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)));
  expect(await massRefusal(stranger, asked({ [scheme.center]: 'S100' }))).toEqual({ code: 'not.found' });
  const tried = await askBulk(
    LISTS,
    stranger,
    TARGET,
    { action: 'allocate', extent: { ids: [row.id] }, parameters: asked({ [scheme.center]: 'S100' }) },
    ORIGIN
  );
  expect(tried).toMatchObject({ ok: false, refusal: { code: 'bulk.nothing' } });
});

test('C2.015 everything that matches is allocated as a job that keeps what was asked', async () => {
  await world.current.query(
    `INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
       amount, currency, billed_amount, billed_currency, merchant_name)
     SELECT $1, date '2026-03-01' + n % 28, gen_random_uuid(), $2, $3::uuid, ($3::uuid)::text || n, 'purchase', '2026-03-01', n, 'EUR', n, 'EUR',
       'Pile' FROM generate_series(1, 1500) n`,
    [account.issuerId, account.companyId, account.id]
  );
  const job = bulkJob(
    await askBulk(
      LISTS,
      C,
      { ...TARGET, query: 'merchantName=Pile' },
      { action: 'allocate', extent: 'all', parameters: asked({ [scheme.center]: 'F200' }) },
      ORIGIN
    )
  );
  const { status, report } = await working(jobHandlers, () => bulkEnded(C, job));
  expect([status, report]).toEqual(['completed', { done: 1_500, refused: 0, groups: [] }]);
  const [coded] = await world.current.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM allocations a JOIN transactions t ON t.id = a.transaction_id
     WHERE t.merchant_name = 'Pile' AND t.account_id = $1 AND a.codes->>$2 = 'F200'`,
    [account.id, scheme.center]
  );
  expect(coded?.count).toBe(1_500);
}, 60_000);
