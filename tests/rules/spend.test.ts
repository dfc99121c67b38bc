import fc from 'fast-check';
import { askedMonths, monthIn, monthsOf } from '@/app/workspace/transactions/spend/months';
import type { Principal } from '@/lib/access/policy/principal';
import { seenNode } from '@/lib/directory/structure/nodes';
import { type SpendLine, spendBelow } from '@/lib/money/transactions/spend';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const YEAR = { from: '2026-01', to: '2026-12' };

async function spend(principal: Principal, place: StructureNode, months = YEAR) {
  const node = await seenNode(principal, place.id);
  return node ? spendBelow(principal, node, months) : null;
}

const told = (lines: SpendLine[] | null, by: SpendLine['by']) =>
  (lines ?? [])
    .filter((line) => line.by === by)
    .map(({ key, currency, count, amount }) => [key, currency, count, amount]);

test('C2.016 spend by month, category and unit equals the sum of the transactions, to the cent', async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const points = [await anOrgPoint(db, company), await anOrgPoint(db, company)] as const;
  const accounts = [
    await anAccount(db, points[0]),
    await anAccount(db, points[0]),
    await anAccount(db, points[1]),
    await anAccount(db, company)
  ] as const;
  const unitOf = [points[0].id, points[0].id, points[1].id, accounts[3].id];
  const C = await aPrincipalAt(db, 'C', company);
  const drawn = fc.sample(
    fc.record({
      account: fc.integer({ min: 0, max: 3 }),
      month: fc.integer({ min: 1, max: 3 }),
      cents: fc.integer({ min: 1, max: 10_000_000 }),
      category: fc.constantFrom('7011', '5541', '5812'),
      credit: fc.boolean()
    }),
    { numRuns: 60, seed: 5 }
  );
  const cents = new Map<string, number>();
  for (const { account, month, cents: size, category, credit } of drawn) {
    const signed = credit ? -size : size;
    const postingDate = `2026-0${month}-28`;
    await aTransaction(db, accounts[account] as StructureNode, {
      postingDate,
      category,
      type: credit ? 'credit' : 'purchase',
      amount: (signed / 100).toFixed(2)
    });
    for (const key of [postingDate.slice(0, 7), category, unitOf[account] as string])
      cents.set(key, (cents.get(key) ?? 0) + signed);
  }
  const lines = (await spend(C, company)) as SpendLine[];
  const found = new Map(lines.map(({ key, amount }) => [key as string, Math.round(Number(amount) * 100)]));
  expect(new Map([...found].sort())).toEqual(new Map([...cents].sort()));
  for (const by of ['month', 'category', 'unit'] as const) {
    expect(lines.filter((line) => line.by === by).reduce((sum, { count }) => sum + count, 0)).toBe(60);
  }
  const half = await spend(C, company, { from: '2026-02', to: '2026-02' });
  expect(told(half, 'month').map(([key]) => key)).toEqual(['2026-02']);
});

test('CD.20 spending and people elsewhere stay hidden', async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  const [company, other] = [await aCompany(db, issuer), await aCompany(db, issuer)];
  const [mine, theirs] = [await anOrgPoint(db, company), await anOrgPoint(db, company)];
  await aTransaction(db, await anAccount(db, mine), { amount: '10.00' });
  const moved = await anAccount(db, theirs, { name: 'Moved Away' });
  await aTransaction(db, moved, { amount: '20.00' });
  const O = await aPrincipalAt(db, 'O', mine);
  expect(await spend(O, theirs)).toBeNull();
  expect(await spend(O, company)).toBeNull();
  expect(told(await spend(O, mine), 'month')).toEqual([['2026-03', 'EUR', 1, '10']]);
  // An account that stands in another company now: what was booked counts, where it stands is not said.
  await db.query(
    `UPDATE nodes SET company_id = $1, parent_id = $1, parent_kind = 'company',
       path = (SELECT path FROM nodes WHERE id = $1) || right(path, 8) WHERE id = $2`,
    [other.id, moved.id]
  );
  const C = await aPrincipalAt(db, 'C', company);
  expect(told(await spend(C, company), 'unit')).toEqual([
    [null, 'EUR', 1, '20'],
    [mine.id, 'EUR', 1, '10']
  ]);
});

test('months are those asked for, else the last twelve, in the time zone of the issuer', () => {
  expect(monthIn('Pacific/Auckland', new Date('2026-01-31T12:00:00Z'))).toBe('2026-02');
  expect(monthIn('America/New_York', new Date('2026-01-01T02:00:00Z'))).toBe('2025-12');
  expect(askedMonths({}, '2026-03')).toEqual({ from: '2025-04', to: '2026-03' });
  expect(askedMonths({ from: '2026-03', to: '2026-01' }, '2026-03')).toEqual({ from: '2026-01', to: '2026-03' });
  expect(askedMonths({ from: '1999-01', to: '2099-13' }, '2026-03')).toEqual({ from: '2025-04', to: '2026-03' });
  expect(monthsOf({ from: '2025-11', to: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});
