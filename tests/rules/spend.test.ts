import { Decimal } from '@prisma/client/runtime/index-browser';
import fc from 'fast-check';
import {
  askedMonths,
  lastDayOf,
  lastMonths,
  monthIn,
  monthsBefore,
  monthsOf
} from '@/app/workspace/transactions/spend/months';
import { daysOf, filterOf, transactionsBehind } from '@/app/workspace/transactions/spend/spend-addresses';
import {
  changeOf,
  type SpendFigures,
  type SpendRow,
  shareOf,
  spendSheet
} from '@/app/workspace/transactions/spend/spend-sheet';
import type { Principal } from '@/lib/access/policy/principal';
import { database } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { MERCHANT_CATEGORIES, merchantCategory } from '@/lib/core/entry/merchant-categories';
import { seenNode } from '@/lib/directory/structure/nodes';
import { listTotals } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { categorySql, inCategory } from '@/lib/money/transactions/category-sql';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { SPEND_BY, SPEND_LISTED, type SpendBy, spendBy, spendInScope } from '@/lib/money/transactions/spend';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const YEAR = { from: '2026-01', to: '2026-12' };

async function spend(principal: Principal, at: StructureNode | null, by: SpendBy, months = YEAR) {
  const place = at && (await seenNode(principal, at.id));
  return at && !place ? null : spendBy(principal, { by, place, months, since: months.from });
}

const cents = (amount: string) => Math.round(Number(amount) * 100);

/** The sums by what `of` tells of a line. */
function sums<Line extends { amount: string }>(lines: readonly Line[], of: (line: Line) => string | null) {
  const found = new Map<string, number>();
  for (const line of lines) found.set(String(of(line)), (found.get(String(of(line))) ?? 0) + cents(line.amount));
  return Object.fromEntries(found);
}

const MERCHANTS = ['Harbour Hotel', 'Harbour Hotel Bar', 'Fuel & Go', 'Ålgrens bilar'];

/** Sixty transactions of a company with two departments, and the sums by each key that the test made them with. */
async function aCompanyThatSpends() {
  const db = world.current;
  const issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  const points = [await anOrgPoint(db, company), await anOrgPoint(db, company)] as const;
  const accounts = [
    await anAccount(db, points[0]),
    await anAccount(db, points[0]),
    await anAccount(db, points[1]),
    await anAccount(db, company)
  ];
  const places = [points[0], points[0], points[1], accounts[3] as StructureNode];
  const drawn = fc.sample(
    fc.record({
      account: fc.integer({ min: 0, max: 3 }),
      month: fc.integer({ min: 1, max: 3 }),
      size: fc.integer({ min: 1, max: 10_000_000 }),
      category: fc.constantFrom('7011', '5541', '5812', '3590'),
      merchant: fc.constantFrom(...MERCHANTS),
      credit: fc.boolean()
    }),
    { numRuns: 60, seed: 5 }
  );
  const expected: Record<SpendBy | 'month', Record<string, number>> = {
    month: {},
    category: {},
    merchant: {},
    person: {},
    place: {}
  };
  for (const { account, month, size, category, merchant, credit } of drawn) {
    const signed = credit ? -size : size;
    const postingDate = `2026-0${month}-28`;
    await aTransaction(db, accounts[account] as StructureNode, {
      postingDate,
      category,
      merchant,
      amount: (signed / 100).toFixed(2),
      type: credit ? 'credit' : 'purchase'
    });
    const keys = {
      month: postingDate.slice(0, 7),
      category: merchantCategory(category),
      merchant,
      person: accounts[account]?.id as string,
      place: places[account]?.id as string
    };
    for (const [by, key] of Object.entries(keys) as [SpendBy, string][])
      expected[by][key] = (expected[by][key] ?? 0) + signed;
  }
  return { issuer, company, expected };
}

test('C2.016 spend by month, category, merchant, person and place equals the sum of the transactions, to the cent', async () => {
  const db = world.current;
  const { issuer, company, expected } = await aCompanyThatSpends();
  const C = await aPrincipalAt(db, 'C', company);
  for (const by of SPEND_BY) {
    const lines = (await spend(C, company, by)) ?? [];
    expect({ by, ...sums(lines, ({ key }) => key) }).toEqual({ by, ...expected[by] });
    expect(sums(lines, ({ month }) => month)).toEqual(expected.month);
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(60);
    // Without a place it is all that the reader sees.
    const all = sums((await spend(C, null, by)) ?? [], ({ key }) => key);
    expect({ by, ...all }).toEqual({
      by,
      ...(by === 'place'
        ? { [company.id]: Object.values(expected.place).reduce((sum, one) => sum + one) }
        : expected[by])
    });
  }
  const above = (await spend(await aPrincipalAt(db, 'I', issuer), issuer, 'place')) ?? [];
  expect([...new Set(above.map(({ key }) => key))]).toEqual([company.id]);
  expect(sums(await spendInScope(C, YEAR), ({ month }) => month)).toEqual(expected.month);
  const stranger = await aPrincipalAt(db, 'C', await aCompany(db, await anIssuer(db)));
  expect([await spendInScope(stranger, YEAR), await spend(stranger, null, 'person')]).toEqual([[], []]);
  const half = await spend(C, company, 'category', { from: '2026-02', to: '2026-02' });
  expect([...new Set(half?.map(({ month }) => month))]).toEqual(['2026-02']);
});

test('C2.016 the list that a row of the spend page leads to has the transactions of that row and no others', async () => {
  const db = world.current;
  const { company } = await aCompanyThatSpends();
  const C = await aPrincipalAt(db, 'C', company);
  const months = { from: '2026-02', to: '2026-03' };
  let rows = 0;
  for (const by of SPEND_BY)
    for (const row of spendSheet((await spend(C, company, by, months)) ?? [], months)?.rows ?? []) {
      const address = transactionsBehind(
        { node: company.id, currency: 'EUR' },
        { ...filterOf(by, row), ...daysOf(months) }
      );
      const query = readQuery(TRANSACTIONS, Object.fromEntries(new URL(address, 'http://localhost').searchParams));
      const { count, sums: found } = await listTotals(C, TRANSACTIONS, query);
      expect({ by, name: row.key, count, amount: cents(found?.[0]?.amount ?? '0') }).toEqual({
        by,
        name: row.key,
        count: row.count,
        amount: cents(row.amount.toString())
      });
      rows += 1;
    }
  expect(rows).toBe(3 + 4 + 4 + 3);
});

test('C2.016 a category in a statement has the codes that the code gives it', async () => {
  const codes = Array.from({ length: 10_000 }, (_, code) => String(code).padStart(4, '0'));
  const found = await database().$queryRaw<{ code: string; category: string }[]>`
    SELECT c.code, ${categorySql(Prisma.sql`c.code`)} AS category FROM unnest(${codes}::text[]) AS c(code)`;
  expect(found.filter(({ code, category }) => category !== merchantCategory(code))).toEqual([]);
  for (const category of MERCHANT_CATEGORIES) {
    const some = await database().$queryRaw<{ code: string }[]>`
      SELECT c.code FROM unnest(${codes}::text[]) AS c(code) WHERE ${inCategory(Prisma.sql`c.code`, category)}`;
    expect(some.map(({ code }) => code)).toEqual(codes.filter((code) => merchantCategory(code) === category));
  }
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
  expect(await spend(O, theirs, 'place')).toBeNull();
  expect(await spend(O, company, 'place')).toBeNull();
  expect(await spend(O, mine, 'category')).toMatchObject([
    { month: '2026-03', currency: 'EUR', count: 1, amount: '10' }
  ]);
  // An account that stands in another company now: what was booked counts, where it stands is not said.
  await db.query(
    `UPDATE nodes SET company_id = $1, parent_id = $1, parent_kind = 'company',
       path = (SELECT path FROM nodes WHERE id = $1) || right(path, 8) WHERE id = $2`,
    [other.id, moved.id]
  );
  const C = await aPrincipalAt(db, 'C', company);
  expect(await spend(C, company, 'place')).toMatchObject([
    { key: null, name: null, isRest: false, amount: '20' },
    { key: mine.id, isRest: false, amount: '10' }
  ]);
});

test('C2.016 of many merchants the smallest are summed, and a period is compared with the one before', async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const account = await anAccount(db, company);
  for (let at = 0; at <= SPEND_LISTED; at++)
    await aTransaction(db, account, { merchant: `Merchant ${at}`, amount: `${at + 1}`, postingDate: '2026-03-05' });
  await aTransaction(db, account, { merchant: 'Merchant 0', amount: '4', postingDate: '2026-02-05' });
  await aTransaction(db, account, { merchant: 'Gone', amount: '6', postingDate: '2026-02-06' });
  const C = await aPrincipalAt(db, 'C', company);
  const march = { from: '2026-03', to: '2026-03' };
  const months = { from: monthsBefore(march).from, to: march.to };
  const sheet = spendSheet(await spendBy(C, { by: 'merchant', place: null, months, since: march.from }), march);
  expect(sheet?.rows).toHaveLength(SPEND_LISTED + 1);
  const told = ({ key, isRest, count, amount, previous }: SpendRow) => [key, isRest, count, `${amount}`, `${previous}`];
  expect(sheet?.rows[0] && told(sheet.rows[0])).toEqual([`Merchant ${SPEND_LISTED}`, false, 1, '26', '0']);
  expect(sheet?.rows.at(-1) && told(sheet.rows.at(-1) as SpendRow)).toEqual([null, true, 1, '1', '10']);
  const total = sheet?.total as SpendFigures;
  expect([total.count, `${total.amount}`, `${total.previous}`]).toEqual([26, '351', '10']);
  expect([changeOf(total), shareOf(new Decimal(26), total.amount)]).toEqual([34.1, 7.4]);
  expect([changeOf({ ...total, previous: new Decimal(0) }), shareOf(total.amount, new Decimal(0))]).toEqual([
    null,
    null
  ]);
});

test('months are those asked for, else the last twelve, in the time zone of the issuer', () => {
  expect(monthIn('Pacific/Auckland', new Date('2026-01-31T12:00:00Z'))).toBe('2026-02');
  expect(monthIn('America/New_York', new Date('2026-01-01T02:00:00Z'))).toBe('2025-12');
  expect(askedMonths({}, '2026-03')).toEqual({ from: '2025-04', to: '2026-03' });
  expect(askedMonths({ from: '2026-03', to: '2026-01' }, '2026-03')).toEqual({ from: '2026-01', to: '2026-03' });
  expect(askedMonths({ from: '1999-01', to: '2099-13' }, '2026-03')).toEqual({ from: '2025-04', to: '2026-03' });
  expect(monthsOf({ from: '2025-11', to: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(monthsBefore({ from: '2026-01', to: '2026-03' })).toEqual({ from: '2025-10', to: '2025-12' });
  expect(lastMonths('2026-02', 3)).toEqual({ from: '2025-12', to: '2026-02' });
  expect(['2026-02', '2024-02', '2026-12'].map(lastDayOf)).toEqual(['2026-02-28', '2024-02-29', '2026-12-31']);
});
