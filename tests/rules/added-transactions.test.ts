import type { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { taxCodesOffered } from '@/lib/money/transactions/adding';
import { allocate } from '@/lib/money/transactions/allocate';
import { changeState } from '@/lib/money/transactions/change-state';
import { addedTransactionSchema, allocationSchema } from '@/lib/money/transactions/schema';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aRecord } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeAll(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, await anOrgPoint(db, company));
  [A, C] = [await aPrincipalAt(db, 'A', account), await aPrincipalAt(db, 'C', company)];
  const rate = await aRecord(C, 'tax-rate', at(), { name: 'Standard', rate: '20' });
  await aRecord(C, 'tax-code', at(), { code: 'V20', name: 'VAT 20 %', rates: [rate], recoverable: '100' });
  await aRecord(C, 'currency-conversion-rule', at(), {
    postedCurrency: 'SEK',
    effectiveDate: '2026-01-01',
    rate: '0.0875'
  });
  await aRecord(C, 'currency-conversion-rule', at(), {
    postedCurrency: 'JPY',
    effectiveDate: '2099-01-01',
    rate: '0.006'
  });
});

const at = () => ({ issuerId: company.issuerId, companyId: company.id });
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
type Typed = Partial<z.input<typeof addedTransactionSchema>>;
const entry = (typed: Typed = {}) =>
  addedTransactionSchema.parse({
    accountId: account.id,
    transactionDate: days(-3),
    merchantName: 'Hansen Taxi',
    amount: '48.30',
    currency: 'EUR',
    purpose: 'To the fair',
    ...typed
  });

async function add(typed: Typed = {}, by = A) {
  const added = await addTransaction(by, entry(typed), ORIGIN);
  return added.ok ? await seenTransaction(C, added.value) : `${added.refusal.field ?? ''} ${added.refusal.code}`.trim();
}

test('C2.017 CD.41 what was paid in cash becomes an open transaction of the account, with the user who added it', async () => {
  expect(await add()).toMatchObject({
    type: 'out_of_pocket',
    state: 'open',
    amount: '48.3',
    billedAmount: '48.3',
    conversionRate: '1',
    accountId: account.id,
    companyId: company.id,
    addedBy: A.userId,
    purpose: 'To the fair'
  });
});

test("C3.025 another currency is converted by the rate given, else by the company's rule of that day", async () => {
  expect(await add({ amount: '1000', currency: 'SEK' })).toMatchObject({
    billedAmount: '87.5',
    conversionRate: '0.0875'
  });
  expect(await add({ amount: '1000', currency: 'SEK', conversionRate: '0.09' })).toMatchObject({ billedAmount: '90' });
  expect(await add({ amount: '1000', currency: 'JPY' })).toBe('conversionRate transaction.rate.needed');
  expect(await add({ amount: '1001', currency: 'JPY', conversionRate: '0.00555' })).toMatchObject({
    billedAmount: '5.56'
  });
  expect(() => entry({ amount: '0' })).toThrow('amount.invalid');
  for (const conversionRate of ['0.001', '0'])
    expect(await add({ amount: '1', currency: 'JPY', conversionRate })).toBe('conversionRate amount.invalid');
  expect(await add({ amount: '10.5', currency: 'JPY', conversionRate: '1' })).toBe('amount number.too.many.decimals');
  expect(await add({ amount: '12.5', currency: 'HUF', conversionRate: '0.4' })).toMatchObject({ billedAmount: '5' });
  expect(await add({ amount: '12.505', currency: 'HUF', conversionRate: '0.4' })).toBe(
    'amount number.too.many.decimals'
  );
  const most = { amount: '999999999999999', currency: 'SEK' };
  expect(await add({ ...most, conversionRate: '1.000000001' })).toBe('conversionRate number.too.large');
});

test('W16 of several rules of a currency the last that has begun by the day of the transaction counts', async () => {
  for (const [effectiveDate, rate] of [
    [days(-2), '0.2'],
    [days(-400), '0.4'],
    [days(-30), '0.3']
  ])
    await aRecord(C, 'currency-conversion-rule', at(), { postedCurrency: 'NOK', effectiveDate, rate });
  const billed = async (transactionDate: string) => {
    const added = await add({ amount: '100', currency: 'NOK', transactionDate });
    return typeof added === 'string' ? added : added?.billedAmount;
  };
  expect([await billed(days(-2)), await billed(days(-3)), await billed(days(-31))]).toEqual(['20', '30', '40']);
});

test('C3.024 tax comes with its code, and is no more than the whole', async () => {
  expect(await add({ taxAmount: '8.05', taxCode: 'V20' })).toMatchObject({ taxAmount: '8.05', taxCode: 'V20' });
  expect(await add({ taxAmount: '8.05' })).toBe('taxCode transaction.tax.both');
  expect(await add({ taxCode: 'V20' })).toBe('taxAmount transaction.tax.both');
  await aRecord(C, 'customer-code', at(), { code: 'X', name: 'No tax code' });
  expect(await add({ taxAmount: '8.05', taxCode: 'X' })).toBe('taxCode invalid.entry');
  expect(await add({ taxAmount: '48.31', taxCode: 'V20' })).toBe('taxAmount transaction.tax.larger');
  expect(await taxCodesOffered(A)).toEqual([{ code: 'V20', name: 'VAT 20 %' }]);
});

test('nothing is added ahead of time, out of retention, to accounts elsewhere or not active, or without the power', async () => {
  const db = world.current;
  expect(await add({ transactionDate: days(2) })).toBe('transactionDate date.too.late');
  expect(await add({ transactionDate: '2001-02-03' })).toBe('transactionDate date.too.early');
  const other = await anAccount(db, await aCompany(db, await anIssuer(db)));
  expect(await add({ accountId: other.id })).toBe('accountId not.found');
  expect(await add({ accountId: company.id }, C)).toBe('accountId not.found');
  const closed = await anAccount(db, company);
  await db.query("UPDATE accounts SET state = 'suspended' WHERE id = $1", [closed.id]);
  expect(await add({ accountId: closed.id }, C)).toBe('accountId transaction.account.inactive');
  expect(await add({}, await aPrincipalAt(db, 'I', issuer))).toBe('forbidden.action');
  expect((await accountsOffered(A))?.map(({ id }) => id)).toEqual([account.id]);
  expect((await accountsOffered(C))?.map(({ id }) => id)).toEqual([account.id]);
});

test('it is removed while open, with its history kept; what the bank posted never', async () => {
  const db = world.current;
  const remove = async (id: string, version: number) => {
    const removed = await removeTransaction(A, { id, version }, ORIGIN);
    return removed.ok ? null : removed.refusal.code;
  };
  const posted = await aTransaction(db, account);
  expect(await remove(posted.id, 1)).toBe('transaction.posted');
  const id = granted(await addTransaction(A, entry(), ORIGIN));
  const kept = granted(await addTransaction(A, entry(), ORIGIN));
  const saved = await allocate(A, id, allocationSchema.parse({ version: 1, splits: [{}] }), ORIGIN);
  expect(saved).toMatchObject({ ok: true, value: { version: 2 } });
  expect(await remove(id, 1)).toBe('record.changed');
  expect(await changeState(A, id, { event: 'review', version: 2 }, ORIGIN)).toMatchObject({ ok: true });
  expect(await remove(id, 3)).toBe('transaction.remove.open');
  expect(await changeState(A, id, { event: 'unreview', version: 3 }, ORIGIN)).toMatchObject({ ok: true });
  expect(await remove(id, 4)).toBeNull();
  expect(await seenTransaction(C, id)).toBeNull();
  // Nothing else of that day goes with it.
  expect((await seenTransaction(C, kept))?.id).toBe(kept);
  const history = await db.query<{ event: string }>(
    'SELECT event FROM transaction_events WHERE transaction_id = $1 ORDER BY occurred_at, id',
    [id]
  );
  expect(history.map(({ event }) => event)).toEqual(['added', 'allocated', 'review', 'unreview', 'removed']);
});

test('the database refuses a card transaction with a user who added it', async () => {
  const posted = await aTransaction(world.current, account);
  await expect(
    world.current.query('UPDATE transactions SET added_by = $1 WHERE id = $2', [A.userId, posted.id])
  ).rejects.toThrow(/check/);
});
