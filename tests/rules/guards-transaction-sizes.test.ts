import { addedTransactionSchema, allocationSchema, lineSchema } from '@/lib/money/transactions/schema';
import { SPEND_BY, spendBy } from '@/lib/money/transactions/spend';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();

test('C2.016 spend tells twenty-five by their names, and the others as one without a name', async () => {
  const db = world.current;
  const rich = await aCompany(db, await anIssuer(db));
  const by = await aPrincipalAt(db, 'C', rich);
  for (let at = 1; at <= 27; at++)
    await aTransaction(db, await anAccount(db, rich, { name: `Holder ${at}` }), { amount: `${at}` });
  const march = { from: '2026-03', to: '2026-03' };
  const lines = await spendBy(by, { by: 'person', place: null, months: march, since: march.from });
  const told = lines.map(({ name, isRest, isAccount, count, amount, key }) => ({
    name,
    isRest,
    isAccount,
    count,
    amount,
    isNamed: key !== null
  }));
  expect(told).toEqual([
    ...Array.from({ length: 25 }, (_, at) => ({
      name: `Holder ${27 - at}`,
      amount: `${27 - at}`,
      count: 1,
      isRest: false,
      isAccount: true,
      isNamed: true
    })),
    { name: null, isRest: true, isAccount: false, count: 2, amount: '3', isNamed: false }
  ]);
  expect(SPEND_BY).toEqual(['category', 'merchant', 'person', 'place']);
});

test.each([
  ['amount', '999999999999999.9999', ['1000000000000000', '1.00000', '1,5', '', '0', '-1']],
  ['taxAmount', '0.0001', ['1.00000', '0', '-1']],
  ['conversionRate', '999999999.999999999', ['1000000000', '1.0000000001', '-1', 'x']],
  ['merchantCountry', 'NO', ['no', 'N', 'NOR', '12']],
  ['merchantName', 'x'.repeat(80), ['x'.repeat(81), '']],
  ['merchantCity', 'x'.repeat(60), ['x'.repeat(61)]],
  ['taxCode', 'x'.repeat(30), ['x'.repeat(31)]],
  ['purpose', 'x'.repeat(255), ['x'.repeat(256), '']]
])('C2.017 what is added has %s to its very bound', (field, fits, others) => {
  const typed = {
    accountId: '00000000-0000-4000-8000-000000000000',
    transactionDate: '2026-03-15',
    merchantName: 'Taxi',
    purpose: 'Fair',
    amount: '10.50',
    currency: 'EUR'
  };
  const isTaken = (value: string) => addedTransactionSchema.safeParse({ ...typed, [field]: value }).success;
  expect([fits, ...others].map(isTaken)).toEqual([true, ...others.map(() => false)]);
});

test.each([
  ['quantity', '999999999999.999999', ['1000000000000', '1.0000001', '0', '-1']],
  ['unitCost', '999999999999999.9999', ['1000000000000000', '1.00000', '-1']],
  ['description', 'x'.repeat(255), ['x'.repeat(256), '']],
  ['productCode', 'x'.repeat(40), ['x'.repeat(41)]],
  ['unitOfMeasure', 'x'.repeat(12), ['x'.repeat(13)]]
])('CD.41 an item has %s to its very bound', (field, fits, others) => {
  const typed = { description: 'Paper', quantity: '1', unitCost: '1' };
  const isTaken = (value: string) => lineSchema.safeParse({ ...typed, [field]: value }).success;
  expect([fits, ...others].map(isTaken)).toEqual([true, ...others.map(() => false)]);
});

test('CD.43 a part has amounts and percentages with a sign to their very bounds', () => {
  const isTaken = (part: object, more: object = {}) =>
    allocationSchema.safeParse({ version: 1, splits: [part], ...more }).success;
  const code = '00000000-0000-4000-8000-000000000000';
  expect(
    [
      ...['-999999999999999.9999', '1000000000000000', '1.00000', '+1'].map((amount) => isTaken({ amount })),
      ...['-100.000001', '1000', '1.0000001'].map((percent) => isTaken({ percent })),
      ...['x'.repeat(255), 'x'.repeat(256)].map((description) => isTaken({ description })),
      ...['x'.repeat(255), 'x'.repeat(256)].map((value) => isTaken({ codes: { [code]: value } })),
      ...['x'.repeat(25), 'x'.repeat(26)].map((customerCode) => isTaken({}, { customerCode })),
      ...['x'.repeat(255), 'x'.repeat(256)].map((purpose) => isTaken({}, { purpose }))
    ].map(Number)
  ).toEqual([...[1, 0, 0, 0], ...[1, 0, 0], ...[1, 0], ...[1, 0], ...[1, 0], ...[1, 0]]);
});
