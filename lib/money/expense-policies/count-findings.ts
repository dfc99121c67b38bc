import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { sqlCount, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import { minorDigits } from '../../core/entry/currency';
import { atMost, isMore, mayBeMore, SPENT_HAS_RECEIPT, spent, type Which } from '../transactions/spent-lines';
import { type Codes, codesOf } from './codes-of-version';
import { gapTo, likenessOf, sumIn } from './measures';
import type { PolicyRate, PolicyVersion } from './policy-version';
import { type Says, type Verdict, verdictOf, verdictOfRates, verdictOfReceipts } from './verdicts';

const sql = Prisma.sql;
type Sql = Prisma.Sql;

/** A line of which something was said. */
export interface Told {
  id: string;
  /** The sum or the days that it was judged by, an exact decimal; null: the line alone. */
  measure: string | null;
}

/** What a version says about the lines of a company. */
export interface Counted {
  /** How many lines were looked at, and how many of them it says something about. */
  count: number;
  found: number;
  /** Whether there are more lines than it looks at. */
  isCut: boolean;
  /** How often it says what, and about some of the newest lines. */
  said: { says: Says; count: number; newest: Told[] }[];
}

const countedRow = z.strictObject({
  counts: z.array(z.strictObject({ told: z.array(z.number()), count: z.number() })),
  listed: z.array(
    z.strictObject({ verdict: z.number(), says: z.number(), id: z.string(), measure: z.string().nullable() })
  )
});

/** How long a run waits for a connection, and for its answer. */
const PATIENCE = { maxWait: 5_000, timeout: 30_000 };

interface Wanted {
  issuerId: string;
  companyId: string;
  since: string;
  today: string;
  /** The most lines that are looked at, the newest. */
  most: number;
  /** The most lines of each result that are told. */
  listed: number;
}

/**
 * Counts what `findingsOf` finds about the company's transactions that the principal sees, without reading them: each rule
 * has a form in SQL, and a property test proves that both say the same.
 */
export async function countFindings(principal: Principal, wanted: Wanted, version: PolicyVersion): Promise<Counted> {
  const codes = codesOf(version);
  const verdicts = verdictsOf(version, codes);
  const { row, isCut } = await reading((db) =>
    db.$transaction(async (tx) => {
      await toCount(tx);
      const isCut = await mayBeMore(tx, wanted, wanted.most);
      const lines = pricedLines(principal, { ...wanted, which: isCut ? 'newest' : 'any' }, version, codes);
      const [row] = await readRows(tx, countedRow)(countingStatement(verdicts, lines, wanted.listed));
      return { row, isCut: isCut && (await isMore(tx, principal, wanted, wanted.most)) };
    }, PATIENCE)
  );
  return { ...summedUp(verdicts, row ?? { counts: [], listed: [] }), isCut };
}

/**
 * Gives a transaction the memory to sort all lines. Of the expressions of rules the database expects far more groups and
 * rows than there are: it would sort all lines for a join and to count them, or compile the statement, for longer than the
 * rest takes.
 */
async function toCount(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT set_config('work_mem', '64MB', TRUE), set_config('enable_sort', 'off', TRUE),
    set_config('jit', 'off', TRUE)`;
}

function summedUp(
  verdicts: readonly Verdict[],
  { counts, listed }: z.infer<typeof countedRow>
): Omit<Counted, 'isCut'> {
  const countOf = (some: typeof counts) => some.reduce((sum, { count }) => sum + count, 0);
  const lines = groupBy(listed, ({ verdict, says }) => `${verdict} ${says}`);
  return {
    count: countOf(counts),
    found: countOf(counts.filter(({ told }) => told.some((one) => one > 0))),
    said: verdicts.flatMap(({ says }, verdict) =>
      says.map((one, at) => ({
        says: one,
        count: countOf(counts.filter(({ told }) => told[verdict] === at + 1)),
        newest: (lines.get(`${verdict} ${at + 1}`) ?? []).map(({ id, measure }) => ({ id, measure }))
      }))
    )
  };
}

/** What the rules of a version say about transactions, by kind. */
function verdictsOf(version: PolicyVersion, { says }: Codes): Verdict[] {
  const times = (['day', 'month', 'year'] as const).map((time) =>
    verdictOf(time, version, sumIn(time, version), measureOf(time))
  );
  return [
    verdictOfRates(version),
    verdictOfReceipts(version, SPENT_HAS_RECEIPT),
    ...times,
    verdictOf('duplicate', version, gapTo(version), measureOf('duplicate')),
    says.length > 0 ? { kind: 'category' as const, says, measure: null, sql: OF_CODE } : null,
    verdictOf('line', version),
    verdictOf('age', version),
    verdictOf('weekend', version)
  ].filter((one) => one !== null);
}

/** What a line's merchant category alone says, which is worked out for each code before. */
const OF_CODE = sql`CASE WHEN s.cost IS NULL THEN 0 ELSE coalesce(s.of_code, 0) END`;

const measureOf = (kind: Verdict['kind']): Sql => sqlName(`s.of_${kind}`);

/**
 * The spent lines with what rules look at: their `type` by its place, their `cost` in the company's currency (null without
 * a rate), the day of their claim, and what they have in common with lines that are alike.
 */
function pricedLines(
  principal: Principal,
  { today, most, which, ...at }: Wanted & Which,
  version: PolicyVersion,
  { codes, types, found }: Codes
): Sql {
  const { currency } = version;
  const rates = ratesTo(version);
  return sql`
    SELECT s.issuer_id, s.id, s.account_id, s.date, s.amount, s.currency, k.type, k.of_code,
      coalesce(s.reviewed_on, ${today}::date) AS claimed_on, ${likenessOf(sql`s.merchant`)} AS likeness,
      CASE WHEN s.currency = ${currency} THEN s.amount
        ELSE round(s.amount * r.rate, ${minorDigits(currency)}::int) END AS cost
    FROM (${spent(principal, at, atMost(most, { which }))}) s
    LEFT JOIN unnest(${codes}::bpchar[], ${types}::int[], ${found}::int[]) AS k (code, type, of_code)
      ON k.code = s.category
    LEFT JOIN unnest(${rates.map((one) => one.currency)}::bpchar[], ${rates.map(({ from }) => from)}::date[],
        ${rates.map(({ until }) => until)}::date[], ${rates.map(({ rate }) => rate)}::numeric[])
      AS r (currency, since, until, rate)
      ON r.currency = s.currency AND s.date >= r.since AND s.date < r.until`;
}

/** The rates of other currencies with the day on which the next one begins. */
function ratesTo({ rates, currency }: PolicyVersion): (PolicyRate & { until: string })[] {
  const others = rates.filter((one) => one.currency !== currency);
  return [...groupBy(others, (one) => one.currency).values()].flatMap((some) => {
    const sorted = [...some].sort((a, b) => (a.from < b.from ? -1 : 1));
    return sorted.map((one, at) => ({ ...one, until: sorted[at + 1]?.from ?? 'infinity' }));
  });
}

/**
 * What verdicts say about lines: how often it is what, and so many of the newest lines of each. First the lines of a day
 * of which all verdicts are the same are one group, which keeps a few of them: then no line is looked at again.
 */
function countingStatement(verdicts: readonly Verdict[], lines: Sql, listed: number): Sql {
  const measures = verdicts.flatMap(({ kind, measure }) => (measure ? [{ kind, measure }] : []));
  const each = verdicts.map((verdict, at) => ({ ...verdict, at, name: sqlName(`v${at}`) }));
  const names = Prisma.join(each.map(({ name }) => name));
  const also = (list: Sql[]) => (list.length === 0 ? Prisma.empty : sql`, ${Prisma.join(list)}`);
  const nameOf = (kind: string) => sqlName(`of_${kind}`);
  const few = sql`[:${sqlCount(listed)}]`;
  const kept = measures.map(({ kind }) => sql`(array_agg(${nameOf(kind)}))${few}::text[] AS ${nameOf(kind)}`);
  const keptOf =
    measures.length === 0
      ? sql`NULL::text[]`
      : sql`CASE w.kind ${Prisma.join(
          measures.map(({ kind }) => sql`WHEN ${kind} THEN g.${nameOf(kind)}`),
          ' '
        )} END`;
  const wanted = each.flatMap(({ at, kind, says }) => says.map((_, one) => ({ at, kind, says: one + 1 })));
  return sql`
    WITH groups AS MATERIALIZED (
      SELECT date, ARRAY[${names}] AS told, count(*)::int AS count, (array_agg(id))${few} AS ids ${also(kept)}
      FROM (
        SELECT s.id, s.date ${also(measures.map(({ kind }) => measureOf(kind)))},
          ${Prisma.join(each.map((one) => sql`${one.sql} AS ${one.name}`))}
        FROM (
          SELECT s.* ${also(measures.map(({ kind, measure }) => sql`${measure} AS ${nameOf(kind)}`))}
          FROM (${lines}) s) s OFFSET 0) s
      GROUP BY date, ${names})
    SELECT
      (SELECT coalesce(json_agg(c), '[]') FROM (
        SELECT told, sum(count)::int AS count FROM groups GROUP BY told) c) AS counts,
      (SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT w.verdict, w.says, line.id, line.measure
        FROM unnest(${wanted.map(({ at }) => at)}::int[], ${wanted.map(({ says }) => says)}::int[],
          ${wanted.map(({ kind }) => kind)}::text[]) AS w (verdict, says, kind)
        CROSS JOIN LATERAL (
          SELECT u.id, u.measure FROM groups g, unnest(g.ids, ${keptOf}) AS u (id, measure)
          WHERE g.told[w.verdict + 1] = w.says ORDER BY g.date DESC, u.id DESC LIMIT ${listed}) line) l) AS listed`;
}
