import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { may } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { translator } from '@/lib/core/language/texts';
import { csvOf, fieldsOf } from '@/lib/kit/listing/table-file';
import { definitionSchema, MOST_GROUPS, standardDefinition } from '@/lib/kit/reports/definition';
import { atOneMoment, reportFacts } from '@/lib/kit/reports/facts';
import { printedIn } from '@/lib/kit/reports/printed';
import { countReport, reportRows } from '@/lib/kit/reports/read-report';
import { reportColumns, reportSelect } from '@/lib/kit/reports/report-select';
import { type ReportSource, reportSource } from '@/lib/kit/reports/report-source';
import { whyRows } from '@/lib/kit/reports/why-row';
import { bytesOf } from '../support/bytes';
import { useDatabase } from '../support/module-world';
import { moveSomething } from '../support/scope/move-something';
import { aScopeWorld, randomOf, type ScopeWorld, type Watcher } from '../support/scope/world';
import type { StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const database = useDatabase();
const t = translator('en_US');

interface Charge {
  reference: string;
  account: StructureNode;
  merchant: string;
  category: string;
  /** What it was for; null: nobody said. */
  purpose: string | null;
  type: 'purchase' | 'credit' | 'cash';
  state: 'open' | 'reviewed' | 'approved' | 'exported';
  day: string;
  /** An exact decimal with the decimals of its currency. */
  amount: string;
  currency: string;
}

/** Decimals of a currency: Japan has none, Kuwait three. */
const DECIMALS = { EUR: 2, USD: 2, JPY: 0, KWD: 3 } as const;
const CURRENCIES = Object.keys(DECIMALS) as (keyof typeof DECIMALS)[];
const MERCHANTS = ['Harbour Hotel', 'harbour taxi', 'CORNER CAFÉ', '100% Paper_', '=1+1', 'O’Neill "& Sons", Ltd'];
const CATEGORIES = ['7011', '4121', '5812', '5111'];
const [TYPES, STATES] = [
  ['purchase', 'credit', 'cash'] as const,
  ['open', 'reviewed', 'approved', 'exported'] as const
];
const PURPOSES = ['Visit to Łódź', 'Team day', 'TEAM', '100% of it', null];
const [DAYS, WORDS] = [
  ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-31'],
  ['harbour', '%', '_', 'o’neill', 'CAFÉ']
];

/** A structure grown and rearranged at random with charges on its accounts, and people at random places of it. */
async function aWorld(seed: number): Promise<{ world: ScopeWorld; charges: Charge[] }> {
  const world = await aScopeWorld(database.current, randomOf(seed), moveSomething);
  const { random } = world;
  const charges: Charge[] = [];
  for (const account of world.all('account')) {
    const currency = random.pick(CURRENCIES);
    await world.database.query('UPDATE accounts SET currency = $2 WHERE id = $1', [account.id, currency]);
    for (let left = 1 + random.below(4); left > 0; left--) {
      const type = random.pick(TYPES);
      const units = String(1 + random.below(random.chance(0.2) ? 2 ** 31 : 99_999)).padStart(4, '0');
      const [point, sign] = [units.length - DECIMALS[currency], type === 'credit' ? '-' : ''];
      const amount = `${sign}${units.slice(0, point)}${point < units.length ? `.${units.slice(point)}` : ''}`;
      const charge = { merchant: random.pick(MERCHANTS), category: random.pick(CATEGORIES), amount, type };
      const [state, day] = [random.pick(STATES), random.pick(DAYS)];
      const { id } = await aTransaction(world.database, account, { ...charge, state, postingDate: day });
      const purpose = random.pick(PURPOSES);
      await world.database.query('UPDATE transactions SET purpose = $2 WHERE id = $1', [id, purpose]);
      charges.push({ reference: id, account, ...charge, purpose, state, day, currency });
    }
  }
  return { world, charges };
}

/** Conditions on charges: as an address has them, and as a reader would check them by hand. */
interface Condition {
  query: Record<string, string>;
  holds: (charge: Charge) => boolean;
}
const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());

const CONDITION: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(...STATES).map((state) => ({ query: { state }, holds: (one: Charge) => one.state === state })),
  fc.constantFrom(...TYPES).map((type) => ({ query: { type }, holds: (one: Charge) => one.type === type })),
  fc.constantFrom(...MERCHANTS).map((merchant) => ({
    query: { merchant },
    holds: (one: Charge) => one.merchant === merchant
  })),
  fc.constantFrom(...WORDS).map((word) => ({
    query: { merchantName: word },
    holds: (one: Charge) => has(one.merchant, word)
  })),
  fc.constantFrom(...WORDS, 'alder').map((word) => ({
    query: { account: word },
    holds: (one: Charge) => has(one.account.name, word)
  })),
  fc.constantFrom('7011', '5', '%').map((digits) => ({
    query: { merchantCategoryCode: digits },
    holds: (one: Charge) => one.category.startsWith(digits)
  })),
  fc
    .constantFrom(...DAYS)
    .map((day) => ({ query: { 'postingDate.from': day }, holds: (one: Charge) => one.day >= day })),
  fc.constantFrom(...DAYS).map((day) => ({ query: { 'postingDate.to': day }, holds: (one: Charge) => one.day <= day })),
  fc.integer({ min: -500, max: 999 }).map((least) => ({
    query: { 'billedAmount.from': String(least) },
    holds: (one: Charge) => new Prisma.Decimal(one.amount).gte(least)
  })),
  fc.constantFrom(...CURRENCIES).map((currency) => ({
    query: { billedCurrency: currency },
    holds: (one: Charge) => one.currency === currency
  }))
);

/** A value of a charge as a text; empty without one. */
type Read = (charge: Charge) => string;
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const lines = (values: readonly string[]) => values.join('\n');

/** Several values of a column that has choices, or whose texts count with their case: one of them, or none of them. */
const oneOrNone = (name: string, values: readonly string[], read: Read, equals = (a: string, b: string) => a === b) =>
  fc.record({ some: fc.subarray([...values], { minLength: 1 }), isNot: fc.boolean() }).map(({ some, isNot }) => ({
    query: { [name]: lines(some), [`${name}.is`]: isNot ? 'not' : 'in' },
    holds: (one: Charge) => some.some((value) => equals(read(one), value)) !== isNot
  }));
/** Texts that a column contains, or doesn't. */
const withOrWithout = (name: string, comparison: 'contains' | null, words: readonly string[], read: Read) =>
  fc
    .record({ some: fc.subarray([...words], { minLength: 1, maxLength: 3 }), isNot: fc.boolean() })
    .map(({ some, isNot }) => ({
      query:
        isNot || !comparison
          ? { [name]: lines(some), [`${name}.is`]: 'without' }
          : { [name]: lines(some), [`${name}.is`]: comparison },
      holds: (one: Charge) => some.some((word) => has(read(one), word)) !== (isNot || !comparison)
    }));

const COMPARED: fc.Arbitrary<Condition> = fc.oneof(
  oneOrNone('state', STATES, ({ state }) => state),
  oneOrNone('type', TYPES, ({ type }) => type),
  oneOrNone('merchant', MERCHANTS, ({ merchant }) => merchant),
  oneOrNone('merchantName', ['HARBOUR HOTEL', 'corner café', '=1+1', '%'], ({ merchant }) => merchant, same),
  oneOrNone('purpose', ['team', 'team day'], ({ purpose }) => purpose ?? '', same),
  oneOrNone('merchantCategoryCode', CATEGORIES, ({ category }) => category),
  oneOrNone('billedCurrency', CURRENCIES, ({ currency }) => currency),
  withOrWithout('merchantName', null, WORDS, ({ merchant }) => merchant),
  withOrWithout('purpose', null, ['łódź', 'TEAM', '_'], ({ purpose }) => purpose ?? ''),
  withOrWithout('merchantCategoryCode', 'contains', ['1', '11', '%'], ({ category }) => category),
  fc.boolean().map((isEmpty) => ({
    query: { 'purpose.is': isEmpty ? 'empty' : 'filled' },
    holds: ({ purpose }: Charge) => ((purpose ?? '') === '') === isEmpty
  })),
  fc.boolean().map((isEmpty) => ({
    query: { 'exportedAt.is': isEmpty ? 'empty' : 'filled' },
    holds: ({ state }: Charge) => (state !== 'exported') === isEmpty
  })),
  fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)).map(([a, b]) => {
    const [from, to] = [a, b].sort() as [string, string];
    return {
      query: { 'postingDate.is': 'not', 'postingDate.from': from, 'postingDate.to': to },
      holds: ({ day }: Charge) => day < from || day > to
    };
  }),
  fc.integer({ min: -500, max: 999 }).map((least) => ({
    query: { 'billedAmount.is': 'not', 'billedAmount.from': String(least) },
    holds: ({ amount }: Charge) => new Prisma.Decimal(amount).lt(least)
  }))
);
/** Conditions of different columns, all of which hold. */
const CONDITIONS = fc.uniqueArray(fc.oneof(CONDITION, COMPARED), {
  maxLength: 3,
  selector: ({ query }) => Object.keys(query)[0]?.split('.')[0]
});
const address = (all: readonly Condition[]) =>
  new URLSearchParams(Object.assign({}, ...all.map(({ query }) => query))).toString();
const allHold = (all: readonly Condition[], charge: Charge) => all.every(({ holds }) => holds(charge));

const REPORT = fc.record({
  every: CONDITIONS,
  anyOf: fc.array(CONDITIONS, { maxLength: 2 }),
  text: fc.constantFrom('', '', ...WORDS),
  columns: fc.shuffledSubarray(['merchantName', 'account', 'company', 'month', 'state', 'postingDate', 'category']),
  groups: fc.oneof(
    fc.constant<string[]>([]),
    fc.shuffledSubarray(['merchantName', 'account', 'company', 'parent', 'month', 'state', 'type'], {
      maxLength: MOST_GROUPS
    })
  )
});

const isTheirs = (world: ScopeWorld, { stands }: Watcher, { account }: Charge) =>
  stands !== 'everything' && stands.some((top) => world.isBelow(account.id, top));

/** The charges that a report has for a person by the definition of a scope and the conditions read one by one. */
function expectedOf(
  { world, charges }: Awaited<ReturnType<typeof aWorld>>,
  watcher: Watcher,
  { every, anyOf, text }: { every: Condition[]; anyOf: Condition[][]; text: string }
): Charge[] {
  const groups = anyOf.filter(({ length }) => length > 0);
  return charges.filter(
    (one) =>
      isTheirs(world, watcher, one) &&
      allHold(every, one) &&
      (groups.length === 0 || groups.some((group) => allHold(group, one))) &&
      (text === '' || [one.merchant, one.account.name, one.purpose ?? ''].some((said) => has(said, text)))
  );
}

/** What the standard reports over transactions leave out; the others have all that was charged. */
const LEAVES_OUT: Record<string, (charge: Charge) => boolean> = {
  'cash-and-fees': ({ type }) => !['cash', 'fee'].includes(type),
  credits: ({ type }) => type !== 'credit',
  // Every charge is billed in its own currency there.
  'foreign-currency': () => true,
  'weekend-purchases': ({ type, day }) => type !== 'purchase' || ![0, 6].includes(new Date(day).getUTCDay()),
  'receipts-by-person': ({ type }) => type !== 'purchase',
  'transactions-without-receipt': ({ type }) => type !== 'purchase',
  'unreviewed-transactions': ({ state }) => state !== 'open'
};

/** Whether each standard report over transactions has the control totals of a person's charges, over all days. */
async function reconcile(made: Awaited<ReturnType<typeof aWorld>>, watcher: Watcher): Promise<void> {
  const standard = [...STANDARD_REPORTS.values()].filter(({ list }) => list === 'transactions');
  expect(standard.length).toBeGreaterThanOrEqual(8);
  for (const report of standard) {
    const definition = { ...standardDefinition(report), period: null };
    const source = reportSource(LISTS, watcher.principal, definition);
    if (!source) throw new Error('no source');
    const expected = expectedOf(made, watcher, { every: [], anyOf: [], text: '' });
    const left = expected.filter((charge) => !LEAVES_OUT[report.name]?.(charge));
    const { facts } = await everyReading(watcher, source);
    const billed = facts.totals.filter(({ column }) => column === 'billedAmount');
    const totals = Object.fromEntries(billed.map(({ currency, sum }) => [currency, sum]));
    // Some count charges and sum nothing.
    const sums = report.columns.includes('billedAmount') ? sumsOf(left) : {};
    expect({ of: report.name, totals, count: facts.count }).toEqual({
      of: report.name,
      totals: sums,
      count: left.length
    });
  }
}

/** Exact sums by currency, without zeros at their ends. */
function sumsOf(amounts: readonly { amount: string; currency: string }[]): Record<string, string> {
  const sums: Record<string, Prisma.Decimal> = {};
  for (const { amount, currency } of amounts) sums[currency] = (sums[currency] ?? new Prisma.Decimal(0)).add(amount);
  return Object.fromEntries(
    Object.entries(sums)
      .map(([currency, sum]) => [currency, sum.toFixed()] as const)
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
  );
}

/** The rows of a report's CSV file, of a cursor as the other formats read them, the count, and the control totals. */
async function everyReading({ principal }: Watcher, source: ReportSource) {
  const fields = fieldsOf(reportColumns(source), (key) => String(key));
  const named = fields.map((field) => ({ ...field, heading: field.name }));
  const bytes = await bytesOf((await csvOf(await reportSelect(principal, source), named, t)) as never);
  const file = parse(bytes.toString(), { columns: true, bom: true }) as Record<string, string>[];
  return transaction(async (tx) => {
    const until = await atOneMoment(tx);
    const facts = await reportFacts(tx, principal, source, { name: 'x', madeAt: until, until });
    const rows: Record<string, unknown>[] = [];
    for await (const row of reportRows(tx, principal, source)) rows.push(row);
    return { file, rows, facts, count: await countReport(principal, source) };
  });
}

/** Asks about one charge: one that is in the report, one that isn't, and one of others are answered each in their way. */
async function askWhy(
  { world, charges }: Awaited<ReturnType<typeof aWorld>>,
  watcher: Watcher,
  source: ReportSource,
  expected: readonly Charge[]
): Promise<void> {
  const printed = printedIn('en_US', 'UTC', t);
  const some = [0, 1, 2].map(() => world.random.pick(charges));
  for (const charge of [...some, ...expected.slice(0, 1)]) {
    const rows = await whyRows(watcher.principal, source, charge.reference, t, printed);
    const answer = rows.map(({ isIn }) => isIn);
    expect(answer).toEqual(isTheirs(world, watcher, charge) ? [expected.includes(charge)] : []);
  }
}

test('issue 18 CD.20 C1.029 any report of anybody in any structure has each row that is theirs once and no other, to the cent', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.array(REPORT, { minLength: 6, maxLength: 6 }),
      async (seed, reports) => {
        const made = await aWorld(seed);
        for (const watcher of made.world.watchers.filter(({ principal }) => may(principal, 'reports', 'run'))) {
          await reconcile(made, watcher);
          for (const report of reports) {
            const definition = definitionSchema.parse({
              dataSet: 'transactions',
              columns: ['sourceReference', 'billedAmount', ...report.columns],
              query: `${address(report.every)}&q=${encodeURIComponent(report.text)}`,
              anyOf: report.anyOf.map(address),
              groups: report.groups
            });
            const source = reportSource(LISTS, watcher.principal, definition);
            if (!source) throw new Error('no source');
            const expected = expectedOf(made, watcher, report);
            const { file, rows, facts, count } = await everyReading(watcher, source);
            const sums = sumsOf(expected);
            const totals = Object.fromEntries(facts.totals.map(({ currency, sum }) => [currency, sum]));
            expect({ of: watcher.role, totals, count: facts.count }).toEqual({
              of: watcher.role,
              totals: sums,
              count: expected.length
            });
            expect([file.length, rows.length]).toEqual([count, count]);
            const lines = report.groups.length === 0 ? rows : rows.filter(({ reportLine }) => reportLine === 'group');
            const leaves = lines.map((row) => ({
              amount: String(row.billedAmount),
              currency: String(row.billedAmountCurrency)
            }));
            if (report.groups.length === 0) {
              const references = expected.map(({ reference }) => reference).sort();
              expect(rows.map(({ sourceReference }) => sourceReference).sort()).toEqual(references);
              expect(file.map(({ sourceReference }) => sourceReference).sort()).toEqual(references);
            }
            if (expected.length > 0) expect(sumsOf(leaves)).toEqual(sums);
            const said = JSON.stringify([file, rows]);
            for (const one of made.charges.filter((charge) => !isTheirs(made.world, watcher, charge)))
              expect(said).not.toContain(one.reference);
            await askWhy(made, watcher, source, expected);
            read += 1;
          }
        }
      }
    ),
    { numRuns: Number(process.env.WORLDS ?? 1), endOnFailure: true }
  );
  expect(read).toBeGreaterThan(0);
}, 600_000);
