import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { shiftClock } from '@/lib/core/server/clock';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { EXPORTED_ACTIONS } from '@/lib/money/ledger/bulk-actions';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { taxCodesOffered } from '@/lib/money/transactions/adding';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocateMany, massAllocationSchema, massRefusal } from '@/lib/money/transactions/allocate-many';
import { allocating } from '@/lib/money/transactions/allocating';
import { TRANSACTION_ACTIONS } from '@/lib/money/transactions/bulk-actions';
import { changeStates } from '@/lib/money/transactions/change-state';
import { type CustomField, customFault, customFieldsOf } from '@/lib/money/transactions/custom-fields';
import { declareNotDuplicate, duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { transactionHistory } from '@/lib/money/transactions/history';
import { addLine, linesOf, removeLine } from '@/lib/money/transactions/lines';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { offeredFor } from '@/lib/money/transactions/offered';
import { recordEventsOf } from '@/lib/money/transactions/record-events';
import { deleteExpired, MOST_PREVIEWED, retentionPreview } from '@/lib/money/transactions/retention';
import { addedTransactionSchema, allocationSchema, lineSchema } from '@/lib/money/transactions/schema';
import { type SpendBy, spendBy } from '@/lib/money/transactions/spend';
import { TRANSACTION_EVENTS } from '@/lib/money/transactions/states';
import { suggestionsFor } from '@/lib/money/transactions/suggestions';
import { WAITING } from '@/lib/money/transactions/waiting';
import { untilWaiting, whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { withSetting } from '../support/settings';
import { aRecord, recordsOf, tryRecord } from '../support/setup';
import { aCompany, aCompanyGroup, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
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

const today = new Date().toISOString().slice(0, 10);
const paid = (typed: object = {}) =>
  addedTransactionSchema.parse({
    accountId: account.id,
    transactionDate: today,
    merchantName: 'Taxi',
    purpose: 'Fair',
    amount: '10',
    currency: 'EUR',
    ...typed
  });
const tryAdd = async (typed: object = {}, by = A) => refusedFor(await addTransaction(by, paid(typed), ORIGIN));
const charge = (options: Parameters<typeof aTransaction>[2] = {}, on = account) =>
  aTransaction(world.current, on, options);
const coded = (typed: object) => allocationSchema.parse({ version: 1, splits: [{}], ...typed });
const tryAllocate = async (by: Principal, id: string, typed: object) =>
  refusedFor(await allocate(by, id, coded(typed), ORIGIN));
const deactivate = (entities: readonly string[]) =>
  world.current.query('UPDATE setup_records SET inactive_since = now() WHERE issuer_id = $1 AND entity = ANY($2)', [
    issuer.id,
    entities
  ]);

/** Copies a transaction so many times. No trigger runs, which would take seconds. */
async function copied(id: string | undefined, count: number, changes: object = {}): Promise<void> {
  const client = new pg.Client({ connectionString: world.current.ownerUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  // OFFSET: the record is made once, not for each of its columns.
  await client.query(
    `INSERT INTO transactions SELECT (r).* FROM (
       SELECT jsonb_populate_record(t, $3::jsonb || jsonb_build_object('id', gen_random_uuid())) AS r
       FROM transactions t, generate_series(1, $2::int) WHERE id = $1 OFFSET 0) made`,
    [id, count, JSON.stringify(changes)]
  );
  await client.end();
}

test('CD.20 what another issuer has set up under the same ids says nothing here', async () => {
  const at = recordsOf(company);
  const rate = await aRecord(C, 'tax-rate', at, { name: 'Standard', rate: '20' });
  await aRecord(C, 'tax-code', at, { code: 'V20', name: 'VAT', rates: [rate], recoverable: '100' });
  const rule = { postedCurrency: 'SEK', effectiveDate: '2026-01-01', rate: '0.1' };
  await aRecord(C, 'currency-conversion-rule', at, rule);
  await aRecord(C, 'customer-code', at, { code: 'ACME', name: 'Trading' });
  const list = await aRecord(C, 'custom-list', at, { name: 'Rooms', values: ['North', 'South'] });
  const room = { name: 'Room', label: 'Room', extends: 'transaction', type: 'list', list, mandatory: false };
  const field = await aRecord(C, 'custom-field', at, room);
  await aRecord(C, 'custom-field', at, { ...room, name: 'Seat', label: 'Seat', extends: 'account' });
  const { id } = await charge();
  await aTwinOf(world.current, issuer.id);
  const fields = async () =>
    (await customFieldsOf([{ issuerId: issuer.id, companyId: company.id }])).get(company.id)?.map((one) => one.id);
  const tax = { taxAmount: '1', taxCode: 'V20' };
  expect(await fields()).toEqual([field]);
  expect(await taxCodesOffered(C)).toHaveLength(1);
  expect([await tryAdd(tax), await tryAdd({ currency: 'SEK' })]).toEqual([null, null]);
  expect(await offeredFor(C, id, { of: 'customer', q: 'ac', parent: '' })).toHaveLength(1);
  expect(await offeredFor(C, id, { of: 'customer', q: 'v', parent: '' })).toEqual([]);
  expect(await tryAllocate(A, id, { customerCode: 'V20' })).toBe('customerCode customer.code.unknown');

  await deactivate(['tax-code', 'currency-conversion-rule', 'customer-code', 'custom-field']);
  expect(await fields()).toBeUndefined();
  expect(await taxCodesOffered(C)).toEqual([]);
  expect([await tryAdd(tax), await tryAdd({ currency: 'SEK' })]).toEqual([
    'taxCode invalid.entry',
    'conversionRate transaction.rate.needed'
  ]);
  expect(await tryAllocate(A, id, { customerCode: 'ACME' })).toBe('customerCode customer.code.unknown');
  expect(await offeredFor(C, id, { of: 'customer', q: 'ac', parent: '' })).toEqual([]);
});

test('CD.20 who sees every issuer is told of one place what is its own', async () => {
  const db = world.current;
  const Z = await aPrincipalAt(db, 'Z', null);
  await charge({ amount: '7' }, await anAccount(db, await aCompany(db, issuer)));
  const rows = [await charge({ postingDate: '2026-03-01' }), await charge({ postingDate: '2026-03-02' })];
  const ids = rows.map(({ id }) => id).sort();
  const [row] = rows as [(typeof rows)[0]];
  expect(await tryAllocate(A, row.id, { purpose: 'Fair' })).toBeNull();
  const line = lineSchema.parse({ description: 'Paper', quantity: '1', unitCost: '1' });
  expect(refusedFor(await addLine(A, { id: row.id, version: 2 }, line, ORIGIN))).toBeNull();
  await db.query(
    `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id, details)
     VALUES ($1, $2, $3, $3, now(), 'approve', $4, $5)`,
    [issuer.id, row.postingDate, row.id, A.userId, JSON.stringify({ onBehalfOf: C.userId })]
  );
  await aTwinOf(db, issuer.id);
  const found = await duplicatesAmong(C, ids);
  expect([...found].map(([id, others]) => [id, others.map((other) => other.id)]).sort()).toEqual([
    [ids[0], [ids[1]]],
    [ids[1], [ids[0]]]
  ]);
  expect(await linesOf(row)).toHaveLength(1);
  const history = await transactionHistory(Z, row);
  expect(history.map(({ event, onBehalfOf }) => [event, onBehalfOf !== null])).toEqual([
    ...[
      ['approve', true],
      ['itemized', false],
      ['allocated', false]
    ]
  ]);
  const march = { from: '2026-03', to: '2026-03' };
  const spent = async (principal: Principal, place: StructureNode, by: SpendBy) =>
    (await spendBy(principal, { by, place, months: march, since: march.from })).map((one) => [one.key, one.amount]);
  for (const by of [Z, C]) {
    expect(await spent(by, company, 'category')).toEqual([['hotels', '200']]);
    expect(await spent(by, company, 'person')).toEqual([[account.id, '200']]);
    expect(await spent(by, company, 'place')).toEqual([[account.id, '200']]);
  }
  expect(await spent(Z, issuer, 'category')).toEqual([['hotels', '207']]);
  expect((await spent(Z, issuer, 'place')).map(([, amount]) => amount)).toEqual(['200', '7']);
});

test('CD.20 C5.027 retention deletes and counts what is past the time of its own issuer', async () => {
  const db = world.current;
  const twice = [await charge({ state: 'exported' }), await charge({ state: 'exported' })];
  for (const row of twice)
    await db.query(
      `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event)
       VALUES ($1, $2, $3, $3, now(), 'added')`,
      [issuer.id, row.postingDate, row.id]
    );
  await charge({ state: 'approved' });
  const twin = await aTwinOf(db, issuer.id);
  await withSetting(db, { issuerId: issuer.id }, 'data.retention.months', 3);
  const before = await twin.digest();
  shiftClock(Date.parse('2026-07-10T12:00:00Z') - Date.now());
  for (const companyId of [company.id, null])
    expect(await retentionPreview({ issuerId: issuer.id, companyId }, [])).toEqual({ due: 2, kept: 1 });
  // Nothing is deleted, nor told, where the rest fails, or where somebody else works on it.
  const fails = { forget: () => Promise.reject(new Error('broken')) };
  await expect(deleteExpired([fails])).rejects.toThrow('broken');
  const audits = () =>
    db.query<{ details: object }>("SELECT details FROM audit_entries WHERE action = 'transactions.expired'");
  await whileHeld(db, 'transactions', 'issuer_id = $1', [issuer.id], async () =>
    expect(await deleteExpired([])).toBe(0)
  );
  expect(await audits()).toEqual([]);
  await whileHeld(db, 'transactions', 'id = $1', [twice[0]?.id], async () => expect(await deleteExpired([])).toBe(1));
  expect(await deleteExpired([])).toBe(1);
  expect((await audits()).map(({ details }) => details)).toEqual(
    [1, 1].map(() => expect.objectContaining({ count: 1 }))
  );
  expect(await twin.digest()).toBe(before);
});

test('CD.41 a change of state waits for one at work on the same charge, and finds the state that this one leaves', async () => {
  const { id } = await charge();
  const client = new pg.Client({ connectionString: world.current.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    "UPDATE transactions SET state = 'reviewed', reviewed_at = now(), reviewed_by = $2 WHERE id = $1",
    [id, A.userId]
  );
  const changed = transaction((tx) => changeStates(tx, C, [id], { event: 'review' }, ORIGIN));
  await untilWaiting(client);
  await client.query('COMMIT');
  await client.end();
  expect(await changed).toMatchObject({
    done: [],
    refused: [{ id, refusal: { code: 'transaction.reviewed.already' } }]
  });
});

test('C5.027 months are dropped once the longest time has passed, to the day, and no more than ten thousand are counted', async () => {
  const db = world.current;
  await db.query("SELECT create_transaction_partitions('2022-07-01', '2022-08-01')");
  shiftClock(Date.parse('2025-08-31T12:00:00Z') - Date.now());
  await deleteExpired([]);
  const months = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relname IN ('transactions_2022_07', 'transactions_2022_08')"
  );
  expect(months.map(({ name }) => name)).toEqual(['transactions_2022_08']);
  shiftClock(0);
  const { id } = await charge({ state: 'exported', postingDate: '2022-08-01' });
  await copied(id, MOST_PREVIEWED + 1);
  expect(await retentionPreview({ issuerId: issuer.id, companyId: company.id }, [])).toEqual({ due: 10_001, kept: 0 });
});

test('C2.017 an account that is closed meanwhile takes nothing any more, and each its own', async () => {
  const db = world.current;
  const other = await anAccount(db, company);
  const set = (state: string) => db.query('UPDATE accounts SET state = $2 WHERE id = $1', [other.id, state]);
  await set('suspended');
  expect(await tryAdd()).toBeNull();
  const client = new pg.Client({ connectionString: db.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query("UPDATE accounts SET state = 'suspended' WHERE id = $1", [account.id]);
  const added = tryAdd();
  await untilWaiting(client);
  await client.query('COMMIT');
  await client.end();
  expect(await added).toBe('accountId transaction.account.inactive');
  await set('active');
  expect(await tryAdd({ accountId: other.id }, C)).toBeNull();
});

test('C2.017 C3.024 C3.025 what is added is of days, amounts and currencies to their very bounds', async () => {
  const db = world.current;
  const opened = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const before = new Date(Date.now() - 11 * 86_400_000).toISOString().slice(0, 10);
  await db.query('UPDATE accounts SET opened_on = $2 WHERE id = $1', [account.id, opened]);
  expect([await tryAdd({ transactionDate: opened }), await tryAdd({ transactionDate: before })]).toEqual([
    null,
    'transactionDate date.too.early'
  ]);
  const rate = await aRecord(C, 'tax-rate', recordsOf(company), { name: 'Standard', rate: '20' });
  await aRecord(C, 'tax-code', recordsOf(company), { code: 'V20', name: 'VAT', rates: [rate], recoverable: '100' });
  await aRecord(C, 'customer-code', recordsOf(company), { code: 'V99', name: 'No tax' });
  const taxed = (taxAmount: string, taxCode = 'V20') => tryAdd({ taxAmount, taxCode });
  expect([await taxed('10'), await taxed('1.23'), await taxed('1.234'), await taxed('1', 'V99')]).toEqual([
    ...[null, null, 'taxAmount number.too.many.decimals', 'taxCode invalid.entry']
  ]);
  expect([await tryAdd({ amount: '1.23' }), await tryAdd({ amount: '1.234' })]).toEqual([
    null,
    'amount number.too.many.decimals'
  ]);
  expect(await tryAdd({ conversionRate: '7' })).toBeNull();
  const most = { amount: '999999999999999', currency: 'SEK' };
  expect([await tryAdd({ ...most, conversionRate: '1' })]).toEqual([null]);
  // A rule of the company leads to its own currency, and to no other.
  await aRecord(C, 'currency-conversion-rule', recordsOf(company), {
    postedCurrency: 'SEK',
    effectiveDate: '2026-01-01',
    rate: '0.1'
  });
  const dollars = await anAccount(db, company, { currency: 'USD' });
  const D = await aPrincipalAt(db, 'A', dollars);
  const swedish = { accountId: dollars.id, currency: 'SEK' };
  expect([await tryAdd({ currency: 'SEK' }), await tryAdd(swedish, D)]).toEqual([
    null,
    'conversionRate transaction.rate.needed'
  ]);
  const beside = await aCompany(db, issuer);
  const B = await aPrincipalAt(db, 'C', beside);
  await aRecord(B, 'currency-conversion-rule', recordsOf(beside), {
    postedCurrency: 'NOK',
    effectiveDate: '2026-01-01',
    rate: '0.1'
  });
  const theirs = await aRecord(B, 'tax-rate', recordsOf(beside), { name: 'Standard', rate: '20' });
  await aRecord(B, 'tax-code', recordsOf(beside), { code: 'V30', name: 'VAT', rates: [theirs], recoverable: '100' });
  expect([await tryAdd({ currency: 'NOK' }), await taxed('1', 'V30')]).toEqual([
    'conversionRate transaction.rate.needed',
    'taxCode invalid.entry'
  ]);
});

test('CD.22 C6.018 nothing is added, removed or itemized without the power, nor through another’s eyes, nor what is not seen', async () => {
  const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['transactions.view'] });
  const eyes = { ...A, accessor: { issuerId: C.issuerId, userId: C.userId } };
  const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, issuer));
  const id = granted(await addTransaction(A, paid(), ORIGIN));
  const kept = granted(await addTransaction(A, paid(), ORIGIN));
  const line = lineSchema.parse({ description: 'Paper', quantity: '1', unitCost: '1' });
  const tried = async (by: Principal) => [
    await tryAdd({}, by),
    refusedFor(await removeTransaction(by, { id, version: 1 }, ORIGIN)),
    refusedFor(await addLine(by, { id, version: 1 }, line, ORIGIN)),
    refusedFor(await removeLine(by, { id, version: 1, position: 1 }, ORIGIN))
  ];
  expect(await tried(viewer)).toEqual(Array(4).fill('forbidden.action'));
  expect(await tryAllocate(viewer, id, { purpose: 'x' })).toBe('forbidden.action');
  expect((await tried(eyes)).slice(0, 2)).toEqual(Array(2).fill('access.as.user.closed'));
  expect(await tried(stranger)).toEqual(['accountId not.found', ...Array(3).fill('not.found')]);
  const remove = async (version: number) => refusedFor(await removeTransaction(A, { id: kept, version }, ORIGIN));
  expect(await remove(2)).toBe('record.changed');
  await world.current.query('UPDATE transactions SET expensed = true WHERE id = $1', [kept]);
  expect(await remove(1)).toBe('transaction.remove.open');
  expect(refusedFor(await removeLine(A, { id: kept, version: 1, position: 1 }, ORIGIN))).toBe('not.found');
});

test('CD.44 a value of a custom data field fits its type, its length and its digits to the very bound', () => {
  const field = (more: Partial<CustomField>): CustomField => ({
    companyId: 'c',
    id: 'f',
    label: 'F',
    type: 'text',
    length: null,
    decimals: null,
    values: [],
    mandatory: true,
    ...more
  });
  const fault = (more: Partial<CustomField>, ...values: string[]) =>
    values.map((value) => customFault(field(more), value)?.[0] ?? null);
  expect(fault({ length: 2 }, '', 'ab', 'abc')).toEqual([null, null, 'too.long']);
  expect(fault({}, 'x'.repeat(300))).toEqual([null]);
  const number = { type: 'number', length: 6, decimals: 2 } as const;
  expect(fault(number, '', '-1.23', '1.234', '1.', 'one')).toEqual([
    ...[null, null, 'number.too.many.decimals', 'number.invalid', 'number.invalid']
  ]);
  expect(fault({ ...number, decimals: null }, '1', '1.2')).toEqual([null, 'number.too.many.decimals']);
  expect(fault({ type: 'date' }, '2026-02-28', '2026-02-29', 'x')).toEqual([null, 'date.invalid', 'date.invalid']);
  expect(fault({ type: 'list', values: ['A'] }, 'A', 'B')).toEqual([null, 'invalid.entry']);
  expect(fault({ type: 'boolean' }, 'true', 'false', 'yes')).toEqual([null, null, 'invalid.entry']);
});

test('C5.024 a number of a custom data field has a digit before its decimals', async () => {
  const field = { name: 'Trip', label: 'Trip', extends: 'transaction', type: 'number', length: 3 };
  const tried = (decimals: number) => tryRecord(C, 'custom-field', recordsOf(company), { ...field, decimals });
  expect([await tried(3), await tried(2)]).toEqual([['decimals number.too.large'], []]);
});

test('CD.20 what was booked in a company is not seen from the place in another to which its account has moved', async () => {
  const db = world.current;
  const other = await aCompany(db, issuer);
  const point = await anOrgPoint(db, other);
  const moved = await anAccount(db, point);
  const O = await aPrincipalAt(db, 'O', point);
  const there = await aTransaction(db, moved);
  const before = await aTransaction(db, { ...moved, companyId: company.id });
  const listed = async (by: Principal) =>
    (await listPage(by, TRANSACTIONS, readQuery(TRANSACTIONS, {}))).rows.map(({ id }) => id);
  expect([await listed(O), await listed(C)]).toEqual([[there.id], [before.id]]);
  expect(await duplicatesAmong(C, [])).toEqual(new Map());
  // Nor are the two the same charge twice.
  const I = await aPrincipalAt(db, 'I', issuer);
  expect(await duplicatesAmong(I, [there.id, before.id])).toEqual(new Map());
});

test('CD.20 CD.42 only what one sees is declared no duplicate, and its history is shown, two hundred at the most', async () => {
  const db = world.current;
  const row = await charge();
  const stranger = await aPrincipalAt(db, 'C', await aCompany(db, issuer));
  expect(refusedFor(await declareNotDuplicate(stranger, row.id, ORIGIN))).toBe('not.found');
  await db.query(
    `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id)
     SELECT $1, $2, $3, gen_random_uuid(), now(), 'review', $4 FROM generate_series(1, 201)`,
    [issuer.id, row.postingDate, row.id, A.userId]
  );
  const other = await charge();
  expect(refusedFor(await declareNotDuplicate(C, other.id, ORIGIN))).toBeNull();
  expect(await transactionHistory(C, row)).toHaveLength(200);
  expect((await transactionHistory(C, other)).map(({ event }) => event)).toEqual(['not_duplicate']);
  expect(await transactionHistory(stranger, row)).toEqual([]);
});

test('CD.20 CD.42 a suggestion learns nothing from the charges of another issuer with the same ids', async () => {
  const scheme = await aScheme(world.current, company);
  for (let count = 0; count < 2; count++) {
    const { id } = await charge({ merchant: 'Rail' });
    expect(await tryAllocate(C, id, { splits: [{ codes: { [scheme.center]: 'S100' } }] })).toBeNull();
  }
  const { id } = await charge({ merchant: 'Rail' });
  await aTwinOf(world.current, issuer.id);
  const seen = await allocating(C, id);
  expect(seen && (await suggestionsFor(seen))).toEqual([]);
});

test('CD.42 a suggestion learns from undivided charges, whatever another issuer has divided under the same ids', async () => {
  const scheme = await aScheme(world.current, company);
  for (let count = 0; count < 3; count++) {
    const { id } = await charge({ merchant: 'Rail' });
    expect(await tryAllocate(C, id, { splits: [{ codes: { [scheme.center]: 'S100' } }] })).toBeNull();
  }
  const { id } = await charge({ merchant: 'Rail' });
  const twin = await aTwinOf(world.current, issuer.id);
  const client = new pg.Client({ connectionString: world.current.ownerUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO allocations (issuer_id, posting_date, transaction_id, position, amount)
     SELECT issuer_id, posting_date, transaction_id, 2, 0 FROM allocations WHERE issuer_id = $1`,
    [twin.issuerId]
  );
  await client.end();
  const seen = await allocating(C, id);
  expect(seen && (await suggestionsFor(seen)).map(({ value, uses }) => [value, uses])).toEqual([['S100', 3]]);
});

test('CD.42 a suggestion learns nothing from charges of the company that another scheme codes', async () => {
  const other = await anAccount(world.current, company);
  await aScheme(world.current, company);
  const others = await aScheme(world.current, company, other);
  for (let count = 0; count < 3; count++) {
    const { id } = await charge({ merchant: 'Rail' }, other);
    expect(await tryAllocate(C, id, { splits: [{ codes: { [others.center]: 'S100' } }] })).toBeNull();
  }
  const { id } = await charge({ merchant: 'Rail' });
  const seen = await allocating(C, id);
  expect(seen && (await suggestionsFor(seen))).toEqual([]);
});

test('CD.42 a suggestion learns from 183 days of the company', async () => {
  const scheme = await aScheme(world.current, company);
  const other = await anAccount(world.current, company);
  const bases = async () => {
    const seen = await allocating(C, (await charge({ merchant: 'Rail', postingDate: '2026-08-31' })).id);
    return seen && (await suggestionsFor(seen)).map(({ basis }) => basis);
  };
  for (const postingDate of ['2026-02-28', '2026-08-01', '2026-08-01', '2026-03-01']) {
    expect(await bases()).toEqual([]);
    const { id } = await charge({ merchant: 'Rail', postingDate }, other);
    expect(await tryAllocate(C, id, { splits: [{ codes: { [scheme.center]: 'S100' } }] })).toBeNull();
  }
  expect(await bases()).toEqual(['company_merchant']);
});

test('CD.42 a suggestion is of the newest thousand charges of the account, and five thousand of the company', async () => {
  const db = world.current;
  const scheme = await aScheme(db, company);
  const past: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { id } = await charge({ merchant: 'Rail', category: '4112', postingDate: '2026-08-01' });
    expect(await tryAllocate(C, id, { splits: [{ codes: { [scheme.center]: 'S100' } }] })).toBeNull();
    past.push(id);
  }
  const { id } = await charge({ merchant: 'Rail', category: '4112', postingDate: '2026-08-31' });
  const bases = async () => {
    const seen = await allocating(C, id);
    return seen && (await suggestionsFor(seen)).map(({ basis }) => basis);
  };
  const changes = { posting_date: '2026-08-02', merchant_name: 'Inn', merchant_category_code: null };
  const pile = (count: number) => copied(past[0], count, changes);
  await pile(997);
  expect(await bases()).toEqual(['own_merchant']);
  await pile(1);
  expect(await bases()).toEqual(['company_merchant']);
  // With the charge itself that is the newest.
  await pile(3_998);
  expect(await bases()).toEqual(['company_merchant']);
  await pile(1);
  expect(await bases()).toEqual([]);
});

test('C2.015 what is missing can be set in many, each is refused by itself, and a closed code is nobody else’s', async () => {
  const db = world.current;
  const scheme = await aScheme(db, company);
  await db.query(`UPDATE setup_records SET data = data || '{"editableBy": "C"}' WHERE issuer_id = $1 AND id = $2`, [
    issuer.id,
    scheme.note
  ]);
  const asked = (codes: object) => massAllocationSchema.parse({ schemeId: scheme.id, codes });
  const refusal = async (by: Principal, codes: object) => (await massRefusal(by, asked(codes)))?.code ?? null;
  expect(await refusal(C, { [scheme.note]: 'x' })).toBeNull();
  expect(await refusal(A, { [scheme.note]: 'x' })).toBe('allocation.code.not.editable');
  expect(await refusal(A, { [scheme.center]: 'S100' })).toBeNull();
  expect(await refusal(A, { [scheme.project]: 'P1' })).toBeNull();
  expect(await refusal(A, { [scheme.center]: 'F200', [scheme.project]: 'P1' })).toBeNull();
  const rows = [await charge(), await charge({ state: 'reviewed' }), await charge()];
  const ids = rows.map(({ id }) => id);
  const done = async (by: Principal, codes: object) => {
    const { refused } = await transaction((tx) => allocateMany(tx, by, ids, asked(codes), ORIGIN));
    return refused.map((one) => [ids.indexOf(one.id), one.refusal.code]).sort();
  };
  const late = [1, 'transaction.reviewed'];
  expect(await done(A, { [scheme.note]: 'x' })).toEqual([
    [0, 'allocation.code.not.editable'],
    late,
    [2, 'allocation.code.not.editable']
  ]);
  expect(await done(C, { [scheme.center]: 'S100', [scheme.note]: 'x' })).toEqual([late]);
  expect(await done(A, { [scheme.project]: 'P1' })).toEqual([late]);
  const parts = await db.query<{ codes: object }>('SELECT codes FROM allocations WHERE issuer_id = $1', [issuer.id]);
  expect(parts.map(({ codes }) => codes)).toEqual(
    [0, 2].map(() => ({ [scheme.center]: 'S100', [scheme.note]: 'x', [scheme.project]: 'P1' }))
  );
});

test('CD.41 a transaction has a thousand items at the most', async () => {
  const row = await charge();
  const line = lineSchema.parse({ description: 'Pen', quantity: '1', unitCost: '0' });
  const tried = async (version: number) => refusedFor(await addLine(A, { id: row.id, version }, line, ORIGIN));
  await world.current.query(
    `INSERT INTO transaction_lines (issuer_id, posting_date, transaction_id, position, description, quantity, unit_cost, amount)
     SELECT $1, $2, $3, n, 'Pen', 1, 0, 0 FROM generate_series(1, 999) n`,
    [issuer.id, row.postingDate, row.id]
  );
  expect([await tried(1), await tried(2)]).toEqual([null, 'transaction.lines.most']);
});

test('CD.22 CD.30 nothing waits for who may not approve', async () => {
  const row = await charge({ state: 'reviewed' });
  const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['transactions.view'] });
  const waiting = async (by: Principal) =>
    (await listPage(by, WAITING, readQuery(WAITING, {}))).rows.map(({ id }) => id);
  expect([await waiting(C), await waiting(viewer)]).toEqual([[row.id], []]);
});

test('C2.015 CD.30 what is done to many says what it needs, asks for a reason to send back, and warns of that alone', () => {
  const told = Object.entries({ ...TRANSACTION_ACTIONS, ...EXPORTED_ACTIONS }).map(([name, action]) => [
    ...[name, action.label, action.explanation ?? '', 'needs' in action && action.needs.join('.')],
    ...[
      Boolean(action.danger),
      'reason' in action && Boolean(action.reason),
      'parameters' in action && Boolean(action.parameters)
    ]
  ]);
  const event = (name: string) => [`transaction.event.${name}`, `transaction.event.${name}.explanation`];
  expect(told).toEqual([
    ['allocate', 'allocation.mass', '', 'transactions.modify', false, false, true],
    ['review', ...event('review'), 'transactions.modify', false, false, false],
    ['unreview', ...event('unreview'), 'transactions.modify', false, false, false],
    ['approve', ...event('approve'), 'approvals.approve', false, false, false],
    ['send_back', ...event('send_back'), 'approvals.approve', true, true, true],
    ['reverse_export', ...event('reverse_export'), 'ledger_exports.modify', true, true, true]
  ]);
});

test('CD.30 the events that users trigger are these', () => {
  expect(TRANSACTION_EVENTS).toEqual(['review', 'unreview', 'approve', 'unapprove', 'send_back']);
});

test('CD.30 the audit of several names the place that holds them all', async () => {
  const db = world.current;
  const group = await aCompanyGroup(db, issuer);
  const [one, other] = [await aCompany(db, group), await aCompany(db, group)];
  const [near, far] = [await anAccount(db, one), await anAccount(db, other)];
  const G = await aPrincipalAt(db, 'G', group);
  const rows = [await charge({}, near), await charge({}, near), await charge({}, far)];
  const ids = rows.map(({ id }) => id);
  const reviewed = async (some: string[]) => {
    await transaction((tx) => changeStates(tx, G, some, { event: 'review' }, ORIGIN));
    await transaction((tx) => changeStates(tx, G, some, { event: 'unreview' }, ORIGIN));
  };
  await reviewed(ids.slice(0, 1));
  await reviewed(ids.slice(0, 2));
  await reviewed(ids);
  const audits = await db.query<{ entity_id: string | null; node_id: string | null }>(
    "SELECT entity_id, node_id FROM audit_entries WHERE issuer_id = $1 AND action = 'transaction.review' ORDER BY sequence",
    [issuer.id]
  );
  await transaction((tx) =>
    recordEventsOf(tx, G, ORIGIN, {
      event: 'export',
      issuerId: issuer.id,
      nodeId: group.id,
      details: {},
      keys: Prisma.sql`(SELECT * FROM transactions WHERE FALSE)`
    })
  );
  const exports = "SELECT 1 FROM audit_entries WHERE issuer_id = $1 AND action = 'transaction.export'";
  expect(await db.query(exports, [issuer.id])).toEqual([]);
  expect(audits.map(({ entity_id, node_id }) => [entity_id, node_id])).toEqual([
    [ids[0], near.id],
    [null, one.id],
    [null, group.id]
  ]);
});
