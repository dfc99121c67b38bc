import fc from 'fast-check';
import type { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { addLine, linesOf, removeLine, totalOf } from '@/lib/money/transactions/lines';
import { lineSchema } from '@/lib/money/transactions/schema';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';

const world = useDatabase();
let account: StructureNode;
let A: Principal;

beforeAll(async () => {
  account = await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)));
  A = await aPrincipalAt(world.current, 'A', account);
});

async function add({ id }: PlacedTransaction, typed: Partial<z.input<typeof lineSchema>>) {
  const version = (await seenTransaction(A, id))?.version ?? 0;
  const entry = lineSchema.parse({ description: 'Paper', quantity: '1', unitCost: '1', ...typed });
  const added = await addLine(A, { id, version }, entry, ORIGIN);
  return added.ok ? null : added.refusal.code;
}
const amounts = async (one: PlacedTransaction) =>
  (await linesOf(one)).map(({ quantity, unitCost, taxAmount, amount }) => [quantity, unitCost, taxAmount, amount]);

test('CD.41 quantity times unit cost is the amount of an item, to the cent; the items come to no more than the whole', async () => {
  const one = await aTransaction(world.current, account, { amount: '100.00' });
  expect(await add(one, { quantity: '3', unitCost: '10.3333', taxAmount: '2' })).toBeNull();
  expect(await add(one, { quantity: '0.125', unitCost: '400' })).toBeNull();
  expect(await add(one, { quantity: '1', unitCost: '17.01' })).toBe('transaction.lines.larger');
  expect(await add(one, { quantity: '1', unitCost: '17' })).toBeNull();
  expect(await amounts(one)).toEqual([
    ['3', '10.3333', '2', '31'],
    ['0.125', '400', null, '50'],
    ['1', '17', null, '17']
  ]);
});

test('items of what flows back are negative, as its amount', async () => {
  const one = await aTransaction(world.current, account, { amount: '-20.00', type: 'credit' });
  expect(await add(one, { quantity: '2', unitCost: '10' })).toBeNull();
  expect(await add(one, { quantity: '1', unitCost: '0.01' })).toBe('transaction.lines.larger');
  expect(await amounts(one)).toEqual([['-2', '10', null, '-20']]);
  const taxed = await aTransaction(world.current, account, { amount: '-100.00', type: 'credit' });
  expect(await add(taxed, { unitCost: '80', taxAmount: '20.01' })).toBe('transaction.lines.larger');
  expect(await add(taxed, { unitCost: '80', taxAmount: '20' })).toBeNull();
  expect(await amounts(taxed)).toEqual([['-1', '80', '-20', '-80']]);
});

test('tax makes no item smaller, and has the decimals of its currency; texts are plain', async () => {
  const one = await aTransaction(world.current, account, { amount: '50.00' });
  const typed = { description: 'Paper', quantity: '1', unitCost: '1' };
  const faults = (more: object) =>
    lineSchema.safeParse({ ...typed, ...more }).error?.issues.map(({ path, message }) => `${path} ${message}`);
  expect(faults({ unitCost: '1000', taxAmount: '-950' })).toEqual(['taxAmount amount.invalid']);
  expect(await add(one, { taxAmount: '0.001' })).toBe('number.too.many.decimals');
  expect(faults({ productCode: 'A\u0000' })).toEqual(['productCode control.characters.refused']);
  expect(faults({ unitOfMeasure: '<b>' })).toEqual(['unitOfMeasure html.refused']);
});

test('whatever is added, the items never come to more than the transaction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 99_999 })), { maxLength: 6 }),
      async (drawn) => {
        const one = await aTransaction(world.current, account, { amount: '500.00' });
        for (const [quantity, cost] of drawn)
          await add(one, { quantity: String(quantity / 100), unitCost: String(cost / 100) });
        expect(totalOf(await linesOf(one)).toNumber()).toBeLessThanOrEqual(500);
      }
    ),
    { numRuns: 15, seed: 41 }
  );
});

test('C4.006 only an open transaction is itemized, by who may and as they saw it', async () => {
  const db = world.current;
  const approved = await aTransaction(db, account, { state: 'approved' });
  expect(await add(approved, {})).toBe('transaction.approved');
  const one = await aTransaction(db, account);
  expect(await add(one, {})).toBeNull();
  const remove = async (by: Principal, version: number, position = 1) => {
    const removed = await removeLine(by, { id: one.id, version, position }, ORIGIN);
    return removed.ok ? null : removed.refusal.code;
  };
  expect(await remove(A, 1)).toBe('record.changed');
  const other = await aPrincipalAt(db, 'A', await anAccount(db, await aCompany(db, await anIssuer(db))));
  expect(await remove(other, 2)).toBe('not.found');
  expect(await remove(A, 2, 7)).toBe('not.found');
  expect(await remove(A, 2)).toBeNull();
  expect(await amounts(one)).toEqual([]);
});
