import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { transaction } from '@/lib/core/database/database';
import { readRows } from '@/lib/core/database/rows';
import { shiftClock } from '@/lib/core/server/clock';
import { moveNode } from '@/lib/directory/structure/move-node';
import { seenNode } from '@/lib/directory/structure/nodes';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { atOneMoment, reportFacts } from '@/lib/kit/reports/facts';
import { withPivot } from '@/lib/kit/reports/pivot';
import { reportSelect } from '@/lib/kit/reports/report-select';
import { type ReportSource, reportSource } from '@/lib/kit/reports/report-source';
import { seenExport } from '@/lib/money/ledger/exports';
import { reverseTransactions } from '@/lib/money/ledger/reverse';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { changeStates } from '@/lib/money/transactions/change-state';
import { deleteExpired } from '@/lib/money/transactions/retention';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { spendInScope } from '@/lib/money/transactions/spend';
import { buildSums, checkSums, foldSums, keepSums } from '@/lib/money/transactions/sums/keep';
import { aCard, aMapping, type FeedWorld, imported, plainFile, TODAY } from '../support/feeds/world';
import { working } from '../support/jobs';
import { anExport } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { type Random, randomOf } from '../support/scope/world';
import { aCompany, aCompanyGroup, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const database = useDatabase();
afterEach(() => shiftClock(0));

interface World extends FeedWorld {
  random: Random;
  companies: StructureNode[];
  mappingId: string;
  /** Who sees the whole issuer, each company, a group of companies, and a part of a company. */
  readers: { whole: Principal[]; others: Principal[] };
}

const [STATES, TYPES] = [
  ['open', 'reviewed', 'approved', 'exported'] as const,
  ['purchase', 'credit', 'cash', 'fee', 'payment'] as const
];
const CODES = ['7011', '4121', '5812', '3000', undefined];
/** Within retention, and the last long past it. */
const DAYS = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-15', TODAY, '2022-02-28'];

/** An issuer with two companies, and transactions that were there before their sums were. */
async function aWorld(seed: number): Promise<World> {
  const [db, random] = [database.current, randomOf(seed)];
  const issuer = await anIssuer(db);
  const group = await aCompanyGroup(db, issuer);
  const companies = [await aCompany(db, group, { name: 'Alder' }), await aCompany(db, issuer, { name: 'Birch' })];
  const cards = [];
  const points = [];
  for (const company of companies) {
    const point = await anOrgPoint(db, company);
    points.push(point);
    for (const currency of ['EUR', 'JPY']) cards.push(await aCard(db, point, { currency }));
  }
  for (let count = 0; count < 40; count++) {
    const type = random.pick(TYPES);
    const amount = `${type === 'credit' || type === 'payment' ? '-' : ''}${1 + random.below(2 ** 31)}`;
    const { account } = random.pick(cards);
    const { id } = await aTransaction(db, account, {
      type,
      amount,
      state: random.pick(STATES),
      postingDate: random.pick(DAYS),
      category: random.pick(CODES) ?? '0000'
    });
    if (random.chance(0.2))
      await db.query(
        "UPDATE transactions SET currency = 'KWD', amount = amount / 1000, merchant_category_code = NULL WHERE id = $1",
        [id]
      );
  }
  const principal = await aPrincipalAt(db, 'I', issuer);
  return {
    database: db,
    random,
    issuer,
    company: companies[0] as StructureNode,
    companies,
    cards,
    principal,
    mappingId: await aMapping({ principal }),
    readers: {
      whole: [principal, ...(await Promise.all(companies.map((company) => aPrincipalAt(db, 'C', company))))],
      others: [
        await aPrincipalAt(db, 'G', group),
        await aPrincipalAt(db, 'O', points[0] as StructureNode),
        await aPrincipalAt(db, 'A', cards[0]?.account as StructureNode)
      ]
    }
  };
}

const idsOf = async ({ database: db, issuer, random }: World, condition: string): Promise<string[]> =>
  (
    await db.query<{ id: string }>(`SELECT id FROM transactions WHERE issuer_id = $1 AND ${condition} ORDER BY id`, [
      issuer.id
    ])
  )
    .map(({ id }) => id)
    .filter(() => random.chance(0.6));

/** Everything that the product does to transactions, by name. */
const WRITES: Record<string, (world: World) => Promise<unknown>> = {
  async 'a feed'(world) {
    const { random, cards, mappingId } = world;
    const lines = Array.from({ length: 1 + random.below(8) }, () => {
      const amount = `${random.chance(0.2) ? '-' : ''}${1 + random.below(99_999)}`;
      const day = random.pick(DAYS.slice(0, 5));
      const { number, account } = random.pick(cards);
      const currency = cards.findIndex((card) => card.account === account) % 2 === 0 ? 'EUR' : 'JPY';
      return [number, `F-${random.below(2 ** 31)}`, day, amount, currency, 'Quay', random.pick(CODES) ?? ''].join(',');
    });
    await imported(world, mappingId, plainFile(lines));
  },
  async 'a change of states'(world) {
    const event = world.random.pick(['review', 'approve', 'send_back', 'unreview', 'unapprove'] as const);
    const ids = await idsOf(world, "state <> 'exported'");
    const by = world.random.pick(world.readers.whole.slice(1)) as Principal;
    await transaction((tx) =>
      changeStates(tx, by, ids, { event, ...(event === 'send_back' && { reason: 'Why?' }) }, ORIGIN)
    );
  },
  async 'an export'(world) {
    const at = world.random.below(world.companies.length);
    const by = world.readers.whole[at + 1] as Principal;
    const exportId = await anExport(by, world.companies[at]?.id as string, { from: '2026-01-01', to: TODAY });
    await working(jobHandlers, () =>
      until(async () => ['exported', 'failed'].includes((await seenExport(by, exportId))?.status ?? ''))
    );
  },
  async 'a reversal'(world) {
    const ids = await idsOf(world, "state = 'exported' AND posting_date > '2026-01-01'");
    await transaction((tx) => reverseTransactions(tx, world.readers.whole[1] as Principal, ids, 'Wrong', ORIGIN));
  },
  async 'one that is added by hand'({ cards, random, readers: { whole } }) {
    const entry = {
      accountId: random.pick(cards).account.id,
      transactionDate: TODAY,
      merchantName: 'Taxi',
      amount: '12',
      currency: random.pick(['EUR', 'SEK']),
      conversionRate: '2',
      purpose: 'To the fair'
    };
    const added = addedTransactionSchema.safeParse(entry);
    for (const by of whole.slice(1))
      await addTransaction(
        by,
        added.data ?? addedTransactionSchema.parse({ ...entry, currency: 'EUR', conversionRate: '' }),
        ORIGIN
      );
  },
  async 'the removal of such'(world) {
    const [id] = await idsOf(world, "added_by IS NOT NULL AND state = 'open'");
    for (const by of world.readers.whole.slice(1)) if (id) await removeTransaction(by, { id, version: 1 }, ORIGIN);
  },
  retention: () => deleteExpired([]),
  async 'a move of an account'({ random, cards, companies, principal }) {
    const { account } = random.pick(cards);
    const version = (await seenNode(principal, account.id))?.version ?? 1;
    await moveNode(principal, account.id, { parentId: random.pick(companies).id, version }, ORIGIN);
  }
};
/** A digest of the transactions of a world. */
const stateOf = async ({ database: db, issuer }: World) =>
  (
    await db.query<{ digest: string | null }>(
      'SELECT md5(string_agg(id::text || state, NULL ORDER BY id)) AS digest FROM transactions WHERE issuer_id = $1',
      [issuer.id]
    )
  )[0]?.digest;

const AFTER: Record<string, (world: World) => Promise<unknown>> = {
  'the sums are folded': ({ issuer }) => foldSums(issuer.id),
  'the sums are built anew': ({ issuer }) => buildSums(issuer.id)
};
const STEPS = { ...WRITES, ...AFTER };

const TOLD = ['company', 'month', 'type', 'state', 'category', 'merchantCategoryCode'];
const CONDITION = fc.oneof(
  fc.constantFrom(...STATES).map((state) => ({ state })),
  fc.subarray([...TYPES], { minLength: 1 }).map((types) => ({ type: types.join('\n'), 'type.is': 'not' })),
  fc.constantFrom('lodging', 'other').map((category) => ({ category })),
  fc.constantFrom('7', '41').map((merchantCategoryCode) => ({ merchantCategoryCode })),
  fc.constantFrom('true', 'false').map((spent) => ({ spent })),
  fc.constantFrom('true', 'false').map((foreign) => ({ foreign })),
  fc.constantFrom('EUR', 'JPY').map((billedCurrency) => ({ billedCurrency }))
);
const PERIOD = fc.constantFrom<Record<string, string>>(
  {},
  { 'postingDate.from': '2026-02-01', 'postingDate.to': '2026-02-28' },
  { 'postingDate.from': '2026-02-02' },
  { 'postingDate.from': '2026-01-15', 'postingDate.to': '2026-03-14' },
  { 'postingDate.from': '2026-03-15', 'postingDate.to': '2026-03-15' },
  { 'postingDate.to': '2024-02-28' }
);
const address = (...all: object[]) => new URLSearchParams(Object.assign({}, ...all)).toString();
const REPORT = fc
  .record({
    groups: fc.shuffledSubarray(TOLD, { minLength: 1, maxLength: 3 }),
    pivot: fc.option(fc.constantFrom(...TOLD)),
    sums: fc.subarray(['billedAmount', 'amount']),
    conditions: fc.array(CONDITION, { maxLength: 2 }),
    anyOf: fc.array(CONDITION, { maxLength: 2 }),
    period: PERIOD,
    largest: fc.boolean()
  })
  .map(({ groups, pivot, sums, conditions, anyOf, period, largest }) =>
    definitionSchema.parse({
      dataSet: 'transactions',
      columns: ['merchantName', ...sums],
      groups,
      pivot,
      largest,
      query: address(period, ...conditions),
      anyOf: anyOf.map((one) => address(one))
    })
  );

/** The source of a report, as it is and without the kept sums. */
function bothSources(by: Principal, definition: z.infer<typeof definitionSchema>): [ReportSource, ReportSource] {
  const source = reportSource(LISTS, by, definition);
  if (!source) throw new Error('no source');
  return [source, { ...source, dataSet: { ...source.dataSet, kept: undefined } } as unknown as ReportSource];
}

/** A report from the kept sums and from the transactions at the same moment; how many rows it has. */
async function compare(
  by: Principal,
  definition: z.infer<typeof definitionSchema>,
  fromSums: boolean
): Promise<number> {
  return transaction(async (tx) => {
    const at = await atOneMoment(tx);
    const [one, other] = await Promise.all(
      bothSources(by, definition).map(async (known) => {
        const source = await withPivot(by, known, tx);
        const select = await reportSelect(by, source);
        return {
          usesSums: select.text.includes('transaction_sums'),
          rows: (await readRows(tx, z.looseObject({}))`${select}`).map((row) => JSON.stringify(row)).sort(),
          facts: await reportFacts(tx, by, source, { name: 'x', madeAt: at, until: at })
        };
      })
    );
    expect(one?.usesSums).toBe(fromSums);
    expect(other?.usesSums).toBe(false);
    expect({ definition, rows: one?.rows, facts: one?.facts }).toEqual({
      definition,
      rows: other?.rows,
      facts: other?.facts
    });
    return one?.rows.length ?? 0;
  }, 60_000);
}

/** What the home page adds up by month, category and currency, and the same by SQL that knows of no sums. */
async function compareSpending({ database: db }: World, by: Principal): Promise<void> {
  const [{ issuerId, companyId } = { issuerId: '', companyId: null }] = by.scope.subtrees;
  const expected = await db.query(
    `SELECT to_char(posting_date, 'YYYY-MM') AS month, merchant_category_code AS category, billed_currency AS currency,
       count(*)::int AS count, trim_scale(sum(billed_amount))::text AS amount FROM transactions
     WHERE issuer_id = $1 AND company_id = coalesce($2, company_id) AND type <> 'payment'
       AND posting_date BETWEEN '2026-01-01' AND '2026-02-28' GROUP BY 1, 2, 3`,
    [issuerId, companyId]
  );
  const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(inOrder(await spendInScope(by, { from: '2026-01', to: '2026-02' }))).toEqual(inOrder(expected));
}

test('issue 18 whatever is written to transactions, each report from their sums is the report from the transactions', async () => {
  let rows = 0;
  // The steps that changed anything.
  const changing = new Set<string>();
  const before = await aWorld(7);
  // Not kept yet: added up from the transactions.
  for (const definition of fc.sample(REPORT, { seed: 7, numRuns: 3 }))
    await compare(before.principal, definition, false);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.shuffledSubarray(Object.keys(STEPS), { minLength: Object.keys(STEPS).length }),
      fc.array(REPORT, { minLength: 30, maxLength: 30 }),
      async (seed, steps, reports) => {
        const world = await aWorld(seed);
        const { issuer, readers } = world;
        await buildSums(issuer.id);
        for (const [at, step] of [...steps, ...steps].entries()) {
          const before = await stateOf(world);
          await STEPS[step]?.(world);
          if ((await stateOf(world)) !== before) changing.add(step);
          for (const by of readers.whole) {
            rows += await compare(by, world.random.pick(reports), true);
            rows += await compare(by, world.random.pick(reports), true);
          }
          for (const by of readers.whole) await compareSpending(world, by);
          for (const by of readers.others) await compare(by, world.random.pick(reports), false);
          if (at % 6 === 0) expect([step, await checkSums(issuer.id)]).toEqual([step, 0]);
        }
        expect(await checkSums(issuer.id)).toBe(0);
      }
    ),
    { numRuns: Number(process.env.WORLDS ?? 1), endOnFailure: true }
  );
  expect(rows).toBeGreaterThan(100);
  expect([...changing]).toEqual(expect.arrayContaining(['a feed', 'a change of states', 'one that is added by hand']));
  expect(changing.size).toBeGreaterThan(3);
}, 600_000);

test('issue 18 the sums stay exact while several write, fold, build and read at once', async () => {
  const world = await aWorld(11);
  await buildSums(world.issuer.id);
  const reports = fc.sample(REPORT, { seed: 11, numRuns: 40 });
  let working = true;
  let [read, folded] = [0, 0];
  const reading = async (by: Principal) => {
    for (; working; read++) await compare(by, world.random.pick(reports), true);
  };
  const folding = async () => {
    for (; working; folded++) await (folded % 5 === 4 ? buildSums : foldSums)(world.issuer.id);
  };
  const writing = async (...names: string[]) => {
    for (let round = 0; round < 6; round++) for (const name of names) await WRITES[name]?.(world).catch(ofAnother);
  };
  // What another has changed meanwhile is refused, by the database too.
  const ofAnother = (error: unknown) => {
    if (!/changed|deadlock|conflict/i.test(String(error))) throw error;
  };
  const others = [folding(), folding(), reading(world.principal), reading(world.readers.whole[1] as Principal)];
  await Promise.all([
    writing('a feed', 'an export', 'a reversal'),
    writing('a change of states', 'one that is added by hand', 'the removal of such'),
    writing('a change of states', 'a move of an account', 'retention')
  ]).finally(() => {
    working = false;
  });
  await Promise.all(others);
  expect(await checkSums(world.issuer.id)).toBe(0);
  expect(Math.min(read, folded)).toBeGreaterThan(3);
}, 300_000);

test('issue 18 a difference is found once a day, and the sums are built anew', async () => {
  const world = await aWorld(3);
  const { database: db, issuer, principal } = world;
  await keepSums();
  const [definition] = fc.sample(
    REPORT.filter(({ query, anyOf }) => query === '' && anyOf.length === 0),
    { seed: 3, numRuns: 1 }
  );
  if (!definition) throw new Error('no report');
  // Behind the back of the product.
  await db.query(
    "UPDATE transactions SET billed_amount = billed_amount + 1 WHERE issuer_id = $1 AND type = 'purchase'",
    [issuer.id]
  );
  await keepSums();
  await expect(compare(principal, { ...definition, columns: ['billedAmount'] }, true)).rejects.toThrow();
  shiftClock(25 * 3_600_000);
  await keepSums();
  await compare(principal, { ...definition, columns: ['billedAmount'] }, true);
  await db.query("DELETE FROM transactions WHERE issuer_id = $1 AND state = 'open'", [issuer.id]);
  expect(await checkSums(issuer.id)).toBeGreaterThan(0);
  expect(await checkSums(issuer.id)).toBe(0);
  // An operator who corrects rows deletes the issuer's: nothing is folded then, and reports read the rows.
  await db.query('DELETE FROM transaction_sum_issuers WHERE issuer_id = $1', [issuer.id]);
  await foldSums(issuer.id);
  expect(await checkSums(issuer.id)).toBe(0);
  await compare(principal, definition, false);
  await keepSums();
  await compare(principal, definition, true);
  // What a report asks for beyond the sums is read from the transactions.
  for (const more of [
    { query: 'q=quay' },
    { query: 'billedAmount.from=5' },
    { groups: ['merchantName'] },
    { query: 'postingDate.is=not&postingDate.from=2026-02-01' }
  ])
    await compare(principal, { ...definition, ...more }, false);
}, 120_000);

const SUMMED = [
  'issuer_id',
  'company_id',
  'posting_date',
  'type',
  'state',
  'billed_currency',
  'currency',
  'merchant_category_code',
  'billed_amount',
  'amount'
];

test('issue 18 each statement of the product that changes what is summed notes it', () => {
  const statements = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('prisma'))
    .flatMap((path) => {
      const text = readFileSync(`lib/${path}`, 'utf8');
      return [
        ...text.matchAll(
          /(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|COPY|TRUNCATE) transactions\b[\s\S]*?`(?=;|,?\s*\n)/g
        )
      ].map(([statement, verb]) => {
        const set = /\bSET\b([\s\S]*?)\b(FROM|WHERE)\b/.exec(statement)?.[1] ?? '';
        const isSummed = verb !== 'UPDATE' || SUMMED.some((name) => new RegExp(`\\b${name} =`).test(set));
        return {
          path: path.replaceAll('\\', '/'),
          isSummed,
          isNoted: /RETURNING \$\{RETURNED\.(inserted|changed|deleted)/.test(statement)
        };
      });
    });
  expect(statements.filter(({ isSummed, isNoted }) => isSummed !== isNoted)).toEqual([]);
  const noted = statements.filter(({ isNoted }) => isNoted).map(({ path }) => path);
  expect(noted.sort()).toEqual(
    [
      'add-transaction',
      'add-transaction',
      'change-state',
      'export-transactions',
      'export-transactions',
      'post-transactions',
      'retention'
    ].map((name) => `money/transactions/${name}.ts`)
  );
  const clients = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('prisma'))
    .filter((path) => /\.transaction\.(create|update|delete|upsert)/.test(readFileSync(`lib/${path}`, 'utf8')));
  expect(clients).toEqual([]);
});
