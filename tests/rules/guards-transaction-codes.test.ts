import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { createSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocateMany, massAllocationSchema, massRefusal } from '@/lib/money/transactions/allocate-many';
import { allocating, allocatingAll } from '@/lib/money/transactions/allocating';
import { allocationsOf } from '@/lib/money/transactions/allocations';
import { changeStates } from '@/lib/money/transactions/change-state';
import { partsOf } from '@/lib/money/transactions/parts';
import { allocationSchema, lineSchema } from '@/lib/money/transactions/schema';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme, type PlacedScheme } from '../support/schemes';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anIssuerGroup, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let scheme: PlacedScheme;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  scheme = await aScheme(db, company);
  [A, C] = [await aPrincipalAt(db, 'A', account), await aPrincipalAt(db, 'C', company)];
});

const charge = (options: Parameters<typeof aTransaction>[2] = {}, on = account) =>
  aTransaction(world.current, on, options);
const tryAllocate = async (by: Principal, { id }: PlacedTransaction, typed: object) => {
  const version = (await seenTransaction(C, id))?.version;
  return refusedFor(await allocate(by, id, allocationSchema.parse({ version, splits: [{}], ...typed }), ORIGIN));
};
const splits = (...codes: object[]) => ({ splits: codes.map((one) => ({ codes: one })) });
const codesOf = async (row: PlacedTransaction) =>
  ((await allocationsOf(undefined, [row])).get(row.id) ?? []).map(({ codes }) => codes);
const reserve = (code: string) =>
  world.current.query(
    `UPDATE setup_records SET data = data || '{"editableBy": "C"}' WHERE issuer_id = $1 AND id = $2`,
    [issuer.id, code]
  );
const byDefault = (code: string, text: string) =>
  world.current.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data, position)
     VALUES ($1, gen_random_uuid(), 'default-value', $2, $3, 'Default', $4, 90)`,
    [
      issuer.id,
      company.id,
      scheme.id,
      JSON.stringify({ accountingCode: code, basis: 'account', account: account.id, text })
    ]
  );
const review = async (by: Principal, { id }: PlacedTransaction) =>
  (await transaction((tx) => changeStates(tx, by, [id], { event: 'review' }, ORIGIN))).refused[0]?.refusal ?? null;
/** An allocation of half of it each, by S100. */
const aProfile = async (codes: object = { [scheme.center]: 'S100' }) =>
  granted(
    await createSplitProfile(
      C,
      {
        name: 'Half',
        schemeId: scheme.id,
        splits: ['50', '50'].map((percent) => ({ percent, description: null, codes: { ...codes } }))
      },
      ORIGIN
    )
  );

test('CD.41 the history of an allocation says what has changed and nothing else; nothing empty is kept', async () => {
  const field = { name: 'Trip', label: 'Trip', extends: 'transaction', type: 'text', length: 9, mandatory: false };
  const id = await aRecord(C, 'custom-field', recordsOf(company), field);
  await aRecord(C, 'customer-code', recordsOf(company), { code: 'ACME', name: 'Acme' });
  const row = await charge();
  const told = async (typed: object) => {
    expect(await tryAllocate(A, row, typed)).toBeNull();
    const [event] = await world.current.query<{ details: object; custom: object }>(
      `SELECT e.details, t.custom_values AS custom FROM transactions t JOIN transaction_events e ON e.transaction_id = t.id
       WHERE t.id = $1 ORDER BY e.id DESC LIMIT 1`,
      [row.id]
    );
    return event;
  };
  const parts = splits({ [scheme.center]: 'S100' });
  const fair = { ...parts, purpose: 'Fair' };
  expect(await told(fair)).toMatchObject({
    details: { 'before.purpose': null, 'after.purpose': 'Fair' },
    custom: {}
  });
  expect(await told({ ...fair, customValues: { [id]: '' } })).toEqual({ details: {}, custom: {} });
  expect(await told({ ...fair, customerCode: 'acme' })).toEqual({
    details: { 'before.customerCode': null, 'after.customerCode': 'acme' },
    custom: {}
  });
  expect(await told({ ...parts, customerCode: 'acme', customValues: { [id]: 'Oslo' } })).toEqual({
    details: {
      'before.purpose': 'Fair',
      'after.purpose': null,
      'before.customValues': '{}',
      'after.customValues': JSON.stringify({ [id]: 'Oslo' })
    },
    custom: { [id]: 'Oslo' }
  });
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await tryAllocate(A, row, { customValues: { [unknown]: 'x' } })).toBe(`customValues.${unknown} invalid.entry`);
});

test('CD.22 a reserved code keeps what its split has, else the first one’s, else the default', async () => {
  await reserve(scheme.note);
  await byDefault(scheme.note, 'usual');
  const [sales, fleet] = ['S100', 'F200'].map((code) => ({ [scheme.center]: code }));
  const note = (text: string) => ({ [scheme.note]: text });
  const row = await charge({ amount: '10.00' });
  const halves = (...codes: object[]) => ({
    splits: codes.map((one) => ({ amount: String(10 / codes.length), codes: one }))
  });
  const closed = `splits.0.codes.${scheme.note} allocation.code.not.editable`;
  expect(await tryAllocate(A, row, splits({ ...sales, ...note('mine') }))).toBe(closed);
  expect(await tryAllocate(A, row, splits({ ...sales, ...note('usual') }))).toBeNull();
  expect(await codesOf(row)).toEqual([{ ...sales, ...note('usual') }]);
  expect(await tryAllocate(C, row, halves({ ...sales, ...note('one') }, { ...fleet, ...note('two') }))).toBeNull();
  expect(await tryAllocate(A, row, halves(fleet as object, sales as object))).toBeNull();
  expect(await codesOf(row)).toEqual([
    { ...fleet, ...note('one') },
    { ...sales, ...note('two') }
  ]);
  expect(
    await tryAllocate(A, row, {
      by: 'amount',
      splits: [2, 3, 5].map((amount) => ({ amount: String(amount), codes: sales }))
    })
  ).toBeNull();
  expect((await codesOf(row)).map((codes) => codes[scheme.note])).toEqual(['one', 'two', 'one']);
  // Who may fill it in isn't held to a default.
  const other = await charge();
  expect(await tryAllocate(C, other, splits(sales as object))).toBeNull();
  expect(await codesOf(other)).toEqual([sales]);
});

test('CD.42 defaults are those of an unallocated transaction, by its own issuer', async () => {
  const db = world.current;
  await byDefault(scheme.note, 'usual');
  const far = await anIssuer(db);
  const farAccount = await anAccount(db, await aCompany(db, far));
  const H = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer, far]));
  const [row, done, other] = [await charge(), await charge(), await charge({}, farAccount)];
  expect(await tryAllocate(C, done, splits({ [scheme.center]: 'S100' }))).toBeNull();
  const usual = { [scheme.note]: 'usual' };
  expect((await allocating(C, done.id))?.defaults).toEqual({});
  for (const ids of [
    [row.id, other.id, done.id],
    [other.id, done.id, row.id]
  ])
    expect((await allocatingAll(H, ids)).map(({ transaction: { id }, defaults }) => [id, defaults])).toEqual(
      ids.map((id) => [id, id === row.id ? usual : {}])
    );
  await world.current.query(
    `UPDATE setup_records SET data = data || '{"mandatory": false}' WHERE issuer_id = $1 AND id = $2`,
    [issuer.id, scheme.center]
  );
  const shown = await allocating(C, row.id);
  expect(await review(A, row)).toBeNull();
  expect(await codesOf(row)).toEqual([usual]);
  expect(await seenTransaction(C, row.id)).toMatchObject({
    schemeId: scheme.id,
    schemeVersion: shown?.scheme?.version
  });
});

test('C4.005 a review asks for the scheme of the allocation, its codes, and required fields alone', async () => {
  const db = world.current;
  const field = { label: 'Trip', extends: 'transaction', type: 'text', length: 9 };
  await aRecord(C, 'custom-field', recordsOf(company), { ...field, name: 'Trip', mandatory: false });
  const row = await charge();
  expect(await review(A, row)).toEqual({
    code: 'transaction.codes.invalid',
    field: `splits.0.codes.${scheme.center}`,
    params: { code: 'Cost center' }
  });
  expect(await tryAllocate(A, row, splits({ [scheme.center]: 'S100' }))).toBeNull();
  const needed = await aRecord(C, 'custom-field', recordsOf(company), {
    ...field,
    name: 'Car',
    label: 'Car',
    mandatory: true
  });
  expect(await review(A, row)).toEqual({
    code: 'required.field',
    field: `customValues.${needed}`,
    params: { field: 'Car' }
  });
  expect(
    await tryAllocate(A, row, { ...splits({ [scheme.center]: 'S100' }), customValues: { [needed]: 'x' } })
  ).toBeNull();
  const set = (change: string) =>
    db.query(`UPDATE setup_records SET ${change} WHERE parent_id = $1 AND entity = 'scheme-assignment'`, [scheme.id]);
  await set('inactive_since = now()');
  expect(await review(A, row)).toEqual({ code: 'transaction.scheme.changed' });
  const other = await aScheme(db, company, account);
  expect(other.id).not.toBe(scheme.id);
  expect(await review(A, row)).toEqual({ code: 'transaction.scheme.changed' });
  await db.query('UPDATE setup_records SET inactive_since = now() WHERE parent_id = $1', [other.id]);
  await set('inactive_since = NULL');
  expect(await review(A, row)).toBeNull();
});

test('CD.43 what is typed of a division is refused by its field, and one part is the whole', () => {
  const billed = { billedAmount: '10', billedCurrency: 'EUR', taxAmount: '1' };
  const part = (typed: object) => ({
    amount: null,
    percent: null,
    taxAmount: null,
    description: null,
    codes: {},
    ...typed
  });
  const told = (by: 'amount' | 'percent', typed: object[], more: object = {}) => {
    const parts = partsOf({ ...billed, ...more }, { by, splits: typed.map(part) });
    return parts.ok
      ? parts.value.map(({ amount, percent, taxAmount }) => [
          String(amount),
          percent && String(percent),
          taxAmount && String(taxAmount)
        ])
      : [parts.refusal.field, parts.refusal.code];
  };
  expect(told('amount', [{ amount: '3' }])).toEqual([['10', null, '1']]);
  expect(told('percent', [{}], { taxAmount: null })).toEqual([['10', null, null]]);
  expect(told('percent', [{ percent: '50' }, {}])).toEqual(['splits.1.percent', 'required']);
  expect(told('amount', [{ amount: '5' }, { percent: '50' }])).toEqual(['splits.1.amount', 'required']);
  expect(told('percent', [{ percent: '50' }, { percent: '50' }])).toEqual([
    ['5', '50', '0.5'],
    ['5', '50', '0.5']
  ]);
  expect(told('percent', [{ percent: '50' }, { percent: '49' }])).toEqual(['splits', 'split.percent.total']);
  expect(told('percent', [{ percent: '-1' }, { percent: '101' }])).toEqual(['splits.0.percent', 'split.negative']);
  expect(told('amount', [{ amount: '5.001' }, { amount: '4.999' }])).toEqual(['splits.0.amount', 'split.decimals']);
  // A charge of finer units than its currency has is divided by these.
  expect(
    told('amount', [{ amount: '5.001' }, { amount: '4.998' }], { billedAmount: '9.999', taxAmount: null })
  ).toEqual([
    ['5.001', null, null],
    ['4.998', null, null]
  ]);
});

test('C9.031 CD.41 there is a split, and no more than a hundred; what costs nothing is an item of something', () => {
  const fits = (count: number) =>
    allocationSchema.safeParse({ version: 1, splits: Array(count).fill({}) }).error?.issues[0]?.message ?? null;
  expect([fits(0), fits(1), fits(100), fits(101)]).toEqual(['required', null, null, 'split.count']);
  const line = (typed: object) =>
    lineSchema.safeParse({ description: 'Pen', quantity: '1', unitCost: '0', ...typed }).success;
  expect([line({}), line({ quantity: '0.000000' })]).toEqual([true, false]);
});

test('C2.015 a profile divides many, where reserved codes stay, and codes that have gone do not', async () => {
  await reserve(scheme.note);
  const note = { [scheme.note]: 'kept' };
  const fleet = { [scheme.center]: 'F200' };
  const [fresh, whole, divided, late] = [
    await charge({ amount: '10.00' }),
    await charge({ amount: '10.00' }),
    await charge({ amount: '10.00' }),
    await charge({ state: 'approved' })
  ];
  expect(await tryAllocate(C, whole, splits({ ...fleet, ...note, [scheme.project]: '' }))).toBeNull();
  const two = ['4', '6'].map((amount, at) => ({ amount, codes: { ...fleet, [scheme.note]: `part ${at}` } }));
  expect(await tryAllocate(C, divided, { splits: two })).toBeNull();
  const profileId = await aProfile();
  const all = [fresh, whole, divided, late];
  const done = async (by: Principal, typed: object) => {
    const asked = massAllocationSchema.parse({ schemeId: scheme.id, ...typed });
    const { refused } = await transaction((tx) =>
      allocateMany(
        tx,
        by,
        all.map(({ id }) => id),
        asked,
        ORIGIN
      )
    );
    return refused.map(({ id, refusal }) => [all.findIndex((one) => one.id === id), refusal.code]);
  };
  const tooLate = [[3, 'transaction.approved']];
  expect(await done(A, { profileId })).toEqual(tooLate);
  const sales = { [scheme.center]: 'S100' };
  expect(await codesOf(fresh)).toEqual([sales, sales]);
  expect(await codesOf(whole)).toEqual([1, 2].map(() => ({ ...sales, ...note })));
  expect(await codesOf(divided)).toEqual([0, 1].map((at) => ({ ...sales, [scheme.note]: `part ${at}` })));
  // A code that the scheme has no more goes with the next codes.
  await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [scheme.note]);
  expect(await done(A, { codes: fleet })).toEqual(tooLate);
  expect(await codesOf(whole)).toEqual([fleet, fleet]);
  const refusal = async (by: Principal, typed: object) =>
    (await massRefusal(by, massAllocationSchema.parse({ schemeId: scheme.id, ...typed })))?.code ?? null;
  expect([await refusal(A, { profileId }), await refusal(A, { codes: fleet })]).toEqual([null, null]);
  expect(await refusal(A, { profileId: '00000000-0000-4000-8000-000000000000' })).toBe('split.profile.not.for');
});
