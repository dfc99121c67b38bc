import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { dayAfter } from '@/lib/core/calendar/days';
import { groupBy } from '@/lib/core/database/group-by';
import { Prisma } from '@/lib/core/database/prisma/client';
import { type DryRun, dryRunOf, lineOf } from '@/lib/money/expense-policies/dry-run';
import { findingsOf } from '@/lib/money/expense-policies/findings';
import { likenessOf } from '@/lib/money/expense-policies/measures';
import type { Finding, PolicyRule, PolicyType, PolicyVersion } from '@/lib/money/expense-policies/policy-version';
import { proposedTypes } from '@/lib/money/expense-policies/proposed-type';
import { RULE_KINDS, RULE_LEVELS, type RuleKind } from '@/lib/money/expense-policies/rule-kinds';
import { type SpentLine, spentLines } from '@/lib/money/transactions/spent-lines';
import { whileLocked } from '../support/held-rows';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
/** So that the days before are of two years. */
const TODAY = '2027-01-20';
const LINES = 400;
let issuer: StructureNode;
let company: StructureNode;
let C: Principal;

const MERCHANTS = ['Quay', 'quay ', '\u00a0QUAY', 'ΟΔΟΣ', 'οδος', null];
const CATEGORIES = ['5812', '5813', '7011', '4121', '7995', null];
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'SEK', 'SEK', 'JPY'];

/**
 * What three people spent on forty days, with cards and out of their pockets, at amounts around the limits of rules, some
 * reviewed about midnight and some with a receipt.
 */
beforeAll(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  const accounts = [await anAccount(db, company), await anAccount(db, company), await anAccount(db, company)];
  C = await aPrincipalAt(db, 'C', company);
  await db.query("UPDATE issuers SET time_zone = 'Pacific/Auckland' WHERE id = $1", [company.issuerId]);
  await db.query("SELECT create_transaction_partitions('2026-12-01', '2027-01-31')");
  const [picks] = fc.sample(
    fc.array(fc.array(fc.nat(999), { minLength: 8, maxLength: 8 }), { minLength: LINES, maxLength: LINES }),
    { numRuns: 1, seed: 17 }
  ) as [number[][]];
  const one = <Of>(of: readonly Of[], pick = 0) => of[pick % of.length] as Of;
  await spend(
    company,
    picks.map(([a, b, c, d, e, f, g, h]) => ({
      account: one(accounts, a).id,
      day: dayAfter(TODAY, -((b ?? 0) % 40)),
      amount: one(['0.0001', '9.99', '10', '10.01', '25', '24.99', '49.5', '100', '310.25'], c),
      currency: one(CURRENCIES, d),
      merchant: one(MERCHANTS, e),
      category: one(CATEGORIES, f),
      reviewed: one([`${dayAfter(TODAY, -20)}T10:59:59Z`, `${dayAfter(TODAY, -20)}T11:00:00Z`, null, null], g),
      receipt: (h ?? 0) % 3 === 0
    }))
  );
});

interface Spent {
  account: string;
  day: string;
  amount: string;
  currency: string;
  merchant: string | null;
  category: string | null;
  reviewed: string | null;
  receipt: boolean;
}

/** So many transactions of a company, in the order of their coming. */
async function spend(at: StructureNode, rows: readonly Spent[]) {
  await world.current.query(
    `WITH r AS (SELECT uuidv7() AS id, gen_random_uuid() AS file, * FROM jsonb_to_recordset($3::jsonb) AS x (account uuid, day date,
         amount numeric, currency text, merchant text, category text, reviewed timestamptz, receipt boolean)),
       spent AS (INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type,
           transaction_date, amount, currency, billed_amount, billed_currency, merchant_name, merchant_category_code, state, reviewed_at, reviewed_by)
         SELECT $1, day, id, $2, account, id::text,
           (CASE WHEN merchant IS NULL THEN 'out_of_pocket' ELSE 'purchase' END)::transaction_type, day, amount, currency, amount, currency, merchant, category,
           (CASE WHEN reviewed IS NULL THEN 'open' ELSE 'reviewed' END)::transaction_state, reviewed,
           CASE WHEN reviewed IS NULL THEN NULL ELSE $4::uuid END
         FROM r),
       files AS (INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
         SELECT $1, file, 'r.pdf', 'application/pdf', 1, sha256('x') FROM r WHERE receipt)
     INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256, added_by, added_at)
     SELECT $1, gen_random_uuid(), 'transaction', id, 1, file, 'r.pdf', 'application/pdf', 1, sha256('x'), $4, now()
     FROM r WHERE receipt`,
    [at.issuerId, at.id, JSON.stringify(rows), C.userId]
  );
}

const TYPES = ['meals', 'hotel', 'other'];
const aType = (id: string): fc.Arbitrary<PolicyType> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constantFrom(id, 'Same name'),
    isActive: fc.boolean(),
    category: fc.constantFrom('meals', 'mileage'),
    receiptFrom: fc.constantFrom(null, null, '0', '25', '100.01'),
    isReceiptOnly: fc.boolean(),
    merchantCategories: fc.subarray(['5812', '5812-5813', '7000-7999', '4121']),
    asks: fc.constant([])
  });
const aRule: fc.Arbitrary<PolicyRule> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...(Object.keys(RULE_KINDS) as RuleKind[])),
  level: fc.constantFrom(...(Object.keys(RULE_LEVELS) as (keyof typeof RULE_LEVELS)[])),
  typeId: fc.constantFrom(null, null, ...TYPES),
  amount: fc.constantFrom('0', '10', '24.99', '25', '100', '310.25', '900'),
  days: fc.nat(30),
  categories: fc.subarray(['5812', '5812-5813', '7000-7999', '4121'])
});
const aVersion: fc.Arbitrary<PolicyVersion> = fc.record({
  id: fc.constant('version'),
  name: fc.constant('Travel'),
  validFrom: fc.constant(null),
  instructions: fc.constant(null),
  currency: fc.constantFrom('EUR', 'EUR', 'SEK'),
  rules: fc.array(aRule, { maxLength: 8 }),
  types: fc.tuple(...TYPES.map(aType)),
  tolerances: fc.array(
    fc.record({
      kind: fc.constantFrom('amount' as const, 'percent' as const),
      minimum: fc.constantFrom('0', '1', '10'),
      maximum: fc.constantFrom('10', '50')
    }),
    { maxLength: 2 }
  ),
  rates: fc.constantFrom(
    [],
    [
      ...['2026-12-26', '2027-01-01', '2027-01-05'].map((from) => ({ currency: 'SEK', from, rate: '0.0875' })),
      { currency: 'SEK', from: '2026-12-20', rate: '0.12345678' },
      { currency: 'EUR', from: '2026-01-01', rate: '11.4' }
    ]
  )
});

/** What the judging code finds about all lines: those of each person in the order of their days and of their coming. */
function findingsAbout(lines: readonly SpentLine[], version: PolicyVersion): Finding[] {
  const typeOf = proposedTypes(version.types);
  const sorted = lines.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1));
  const judged = sorted.map((one) => lineOf(one, typeOf(one.merchantCategory)?.id ?? null, TODAY));
  return findingsOf(judged, version);
}

const byResult = ({ kind, level, type }: Pick<Finding, 'kind' | 'level' | 'type'>) => `${kind} ${level} ${type}`;
const listedDays = (findings: readonly Finding[]) =>
  findings
    .map(({ date }) => date)
    .toSorted()
    .reverse()
    .slice(0, 20);

/** A run, and what the judging code finds, each as what is said how often, and on which days the newest are. */
const toldBy = ({ results }: DryRun) =>
  new Map(results.map((one) => [byResult(one), [one.count, listedDays(one.listed.map(({ finding }) => finding))]]));
const foundBy = (findings: readonly Finding[]) =>
  new Map([...groupBy(findings, byResult)].map(([key, some]) => [key, [some.length, listedDays(some)]]));

const wanted = (at = company) => ({ issuerId: at.issuerId, companyId: at.id, since: '2026-12-01' });
const allLines = async (at = company, by = C) => {
  const rows = await world.current.query<{ id: string }>('SELECT id FROM transactions WHERE company_id = $1', [at.id]);
  return spentLines(
    by,
    wanted(at),
    rows.map(({ id }) => id)
  );
};

test('issue 17 C1.003 the database counts what the judging code finds, whatever the policy', async () => {
  const lines = await allLines();
  expect(lines).toHaveLength(LINES);
  const kinds = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(aVersion, async (version) => {
      const run = await dryRunOf(C, { ...wanted(), today: TODAY, most: LINES }, version);
      const findings = findingsAbout(lines, version);
      expect(run).toMatchObject({
        count: LINES,
        isCut: false,
        found: new Set(findings.map(({ lineId }) => lineId)).size
      });
      expect(toldBy(run)).toEqual(foundBy(findings));
      // What is shown about a transaction is what the judging code says about it among all others.
      const said = new Map(findings.map((one) => [`${one.lineId} ${one.kind}`, one]));
      for (const { transaction, finding } of run.results.flatMap(({ listed }) => listed))
        expect(finding).toEqual(said.get(`${transaction.id} ${finding.kind}`));
      for (const { kind } of findings) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }),
    { numRuns: Number(process.env.RUNS ?? 200) }
  );
  // Nobody has been asked about transactions how many took part, for how many nights, or how far.
  const never = ['night', 'attendee', 'attendees', 'distance'];
  const always = Object.keys(RULE_KINDS).filter((kind) => !never.includes(kind));
  expect(new Set(kinds.keys())).toEqual(new Set([...always, 'rate']));
}, 240_000);

const aTypeFor = (id: string, merchantCategories: string[]): PolicyType => ({
  ...{ id, name: id, isActive: true, category: 'meals', receiptFrom: null, isReceiptOnly: false, merchantCategories },
  asks: []
});
/** A version in EUR with rules that only note; SEK have a rate, JPY have none. */
const versionOf = (rules: Partial<PolicyRule>[]): PolicyVersion => ({
  ...{ id: 'version', name: 'Travel', validFrom: null, instructions: null, currency: 'EUR', tolerances: [] },
  types: [aTypeFor('meals', ['5812']), aTypeFor('hotel', ['7011'])],
  rules: rules.map((rule, place) => ({
    ...{ id: String(place), kind: 'day', level: 'note', typeId: null, amount: null, days: null, categories: [] },
    ...rule
  })),
  rates: [{ currency: 'SEK', from: '2026-12-01', rate: '0.0875' }]
});

describe('issue 17 what lines come to together', () => {
  let own: StructureNode;
  let by: Principal;
  beforeAll(async () => {
    const db = world.current;
    own = await aCompany(db, issuer);
    by = await aPrincipalAt(db, 'C', own);
    const accountOf = async () => (await anAccount(db, own)).id;
    const [A, B, D, E] = [await accountOf(), await accountOf(), await accountOf(), await accountOf()];
    const line = (account: string, day: string, price: string, category: string | null, merchant: string | null) => {
      const [amount = '', currency = 'EUR'] = price.split(' ');
      return { account, day, amount, currency, merchant, category, reviewed: null, receipt: false };
    };
    await spend(own, [
      // A day that comes to the limit of meals, one of somebody else, and one that comes to more.
      line(A, '2026-12-10', '60', '5812', 'One'),
      line(A, '2026-12-10', '40', '5812', 'Two'),
      line(B, '2026-12-10', '100', '5812', 'One'),
      line(A, '2026-12-11', '60', '5812', 'Three'),
      line(A, '2026-12-11', '40', '5812', 'Four'),
      line(A, '2026-12-11', '0.0001', '5812', 'Five'),
      // 50.00 and 50.01 EUR, and what nobody knows the worth of.
      line(A, '2026-12-13', '571.43 SEK', null, 'Six'),
      line(A, '2026-12-13', '10000 JPY', null, 'Seven'),
      line(A, '2026-12-14', '571.49 SEK', null, 'Eight'),
      // December comes to the limit, and January of the next year to more.
      line(B, '2026-12-15', '30', '7011', 'Nine'),
      line(B, '2026-12-31', '30', '7011', 'Ten'),
      line(B, '2027-01-01', '60.01', '7011', 'Eleven'),
      // Alike within three days, after four, and within three again.
      line(D, '2026-12-16', '10', null, 'Quay'),
      line(D, '2026-12-19', '10.0', null, ' QUAY'),
      line(D, '2026-12-23', '10', null, 'quay'),
      line(D, '2026-12-26', '10', null, 'quay\u00a0'),
      // Of another currency, amount or person, without a rate, or without a merchant.
      line(D, '2026-12-16', '10 SEK', null, 'Quay'),
      line(D, '2026-12-16', '10.0001', null, 'Quay'),
      line(E, '2026-12-16', '10', null, 'Quay'),
      line(D, '2026-12-17', '10 JPY', null, 'Quay'),
      line(D, '2026-12-17', '10 JPY', null, 'Quay'),
      line(D, '2026-12-18', '7', null, null),
      line(D, '2026-12-18', '7', null, null)
    ]);
  });

  test.each<[string, Partial<PolicyRule>[], Record<string, number>]>([
    [
      'a day',
      [
        { kind: 'day', amount: '50' },
        { kind: 'day', amount: '100', typeId: 'meals' }
      ],
      { 'day note meals': 1, 'day note null': 2 }
    ],
    ['a month', [{ kind: 'month', amount: '60', typeId: 'hotel' }], { 'month note hotel': 1 }],
    ['a year', [{ kind: 'year', amount: '60', typeId: 'hotel' }], { 'year note hotel': 1 }],
    [
      'several times',
      [
        { kind: 'day', amount: '60', typeId: 'hotel' },
        { kind: 'month', amount: '60.01', typeId: 'hotel' },
        { kind: 'year', amount: '59.99', typeId: 'hotel' }
      ],
      { 'day note hotel': 1, 'year note hotel': 2 }
    ],
    ['repeated lines', [{ kind: 'duplicate', days: 3 }], { 'duplicate note null': 2 }],
    ['lines repeated after a longer time', [{ kind: 'duplicate', days: 4 }], { 'duplicate note null': 3 }],
    [
      'repeated lines of a type alone',
      [
        { kind: 'duplicate', level: 'off', days: 3 },
        { kind: 'duplicate', days: 3, typeId: 'hotel' }
      ],
      {}
    ]
  ])('%s', async (_what, rules, expected) => {
    const lines = await allLines(own, by);
    const version = versionOf(rules);
    const run = await dryRunOf(by, { ...wanted(own), today: TODAY, most: lines.length }, version);
    const counts = Object.fromEntries(run.results.map((one) => [byResult(one), one.count]));
    expect(counts).toEqual({ ...expected, 'rate explain null': 3 });
    const findings = findingsAbout(lines, version);
    expect(run).toMatchObject({ count: 23, found: new Set(findings.map(({ lineId }) => lineId)).size });
    expect(toldBy(run)).toEqual(foundBy(findings));
  });
});

test('issue 17 of more transactions than a dry run looks at, the newest count', async () => {
  const lines = (await allLines()).toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1));
  const [version] = fc.sample(aVersion, { numRuns: 1, seed: 3 }) as [PolicyVersion];
  const run = await dryRunOf(C, { ...wanted(), today: TODAY, most: 100 }, version);
  expect(run).toMatchObject({ count: 100, isCut: true });
  expect(toldBy(run)).toEqual(foundBy(findingsAbout(lines.slice(0, 100), version)));
});

/** How many statements of this database wait for a lock. */
const waiting = async () => {
  const [row] = await world.current.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  );
  return row?.count;
};

test('issue 17 the database stops counting for a page that was left', async () => {
  const left = new AbortController();
  const version = versionOf([{ kind: 'receipt', amount: '0' }]);
  await whileLocked(world.current, 'attachments', async () => {
    const run = dryRunOf(C, { ...wanted(), today: TODAY, most: LINES }, version, left.signal);
    await until(async () => (await waiting()) === 1);
    left.abort();
    await expect(run).rejects.toThrow('canceling statement due to user request');
    expect(await waiting()).toBe(0);
  });
  await expect(dryRunOf(C, { ...wanted(), today: TODAY, most: LINES }, version, left.signal)).rejects.toThrow(
    'aborted'
  );
});

test('issue 17 merchants are alike in the database if they are in the judging code, whatever letters they have', async () => {
  const signs = Array.from({ length: 0x30000 }, (_, code) => code).filter(
    (code) => code > 0 && (code < 0xd800 || code > 0xdfff)
  );
  const words = signs.map((code) => String.fromCodePoint(code)).flatMap((sign) => [sign, `a${sign}`, `${sign}b`]);
  const { sql, values } = likenessOf(Prisma.sql`word`);
  const placed = sql.split('?').reduce((text, part, at) => `${text}$${at}${part}`);
  const rows = await world.current.query<{ word: string; folded: string }>(
    `SELECT word, ${placed} AS folded FROM unnest($${values.length + 1}::text[]) AS word`,
    [...values, words]
  );
  // Letters that Unicode has since version 17: Node knows their cases, PostgreSQL 18 does not.
  const since17 = /[\ua7ce\ua7d2\ua7d4\u{16ea0}-\u{16eb8}]/u;
  const others = rows.filter(({ word, folded }) => word.trim().toLowerCase() !== folded && !since17.test(word));
  expect(others.map(({ word }) => word)).toEqual([]);
}, 60_000);
