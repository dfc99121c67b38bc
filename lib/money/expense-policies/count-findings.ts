import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { cancellable } from '../../core/database/cancellable';
import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { sqlCount, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import { minorDigits } from '../../core/entry/currency';
import { atMost, isMore, mayBeMore, SPENT_HAS_RECEIPT, spent, type Which } from '../transactions/spent-lines';
import { type Codes, codesOf } from './codes-of-version';
import { gapTo, sumIn } from './measures';
import type { PolicyRate, PolicyVersion } from './policy-version';
import { type Measure, type Says, type Verdict, verdictOf, verdictOfRates, verdictOfReceipts } from './verdicts';

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
  count: z.number(),
  found: z.number(),
  said: z.array(
    z.strictObject({
      verdict: z.number(),
      says: z.number(),
      count: z.number(),
      newest: z.array(z.strictObject({ id: z.string(), measure: z.string().nullable() }))
    })
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
 * has a form in SQL, and a property test proves that both say the same. The database stops counting once `signal` is aborted.
 */
export async function countFindings(
  principal: Principal,
  wanted: Wanted,
  version: PolicyVersion,
  signal: AbortSignal
): Promise<Counted> {
  const codes = codesOf(version);
  const verdicts = verdictsOf(version, codes);
  const counting = async (tx: Transaction) => {
    await toCount(tx);
    const isCut = (await mayBeMore(tx, wanted, wanted.most)) && (await isMore(tx, principal, wanted, wanted.most));
    const lines = pricedLines(principal, { ...wanted, which: isCut ? 'newest' : 'any' }, version, codes);
    const [row] = await readRows(tx, countedRow)(countingStatement(verdicts, lines, wanted.listed));
    return { row, isCut };
  };
  const { row, isCut } = await reading((db) =>
    db.$transaction((tx) => cancellable(tx, signal, () => counting(tx), db), PATIENCE)
  );
  const { count = 0, found = 0, said = [] } = row ?? {};
  return {
    count,
    found,
    isCut,
    said: said.flatMap(({ verdict, says, ...one }) => {
      const what = verdicts[verdict]?.says[says - 1];
      return what ? [{ ...one, says: what }] : [];
    })
  };
}

/**
 * Gives a transaction the memory to sort all lines. Of the expressions of rules the database can't know how many lines they
 * hold for: it would sort all lines for a join and to count them, go through one list for each line of another, or compile
 * the statement, for longer than the rest takes.
 */
async function toCount(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT set_config('work_mem', '64MB', TRUE), set_config('enable_sort', 'off', TRUE),
    set_config('enable_nestloop', 'off', TRUE), set_config('jit', 'off', TRUE)`;
}

/** What the rules of a version say about transactions, by kind. */
function verdictsOf(version: PolicyVersion, { says }: Codes): Verdict[] {
  const times = (['day', 'month', 'year'] as const).map((time) => verdictOf(time, version, sumIn(time)));
  return [
    verdictOfRates(version),
    verdictOfReceipts(version, SPENT_HAS_RECEIPT),
    ...times,
    verdictOf('duplicate', version, gapTo),
    says.length > 0 ? { kind: 'category' as const, says, measure: null, sql: OF_CODE } : null,
    verdictOf('line', version),
    verdictOf('age', version),
    verdictOf('weekend', version)
  ].filter((one) => one !== null);
}

/** What a line's merchant category alone says, which is worked out for each code before. */
const OF_CODE = sql`CASE WHEN s.cost IS NULL THEN 0 ELSE coalesce(s.of_code, 0) END`;

/**
 * The spent lines with what rules look at: their `type` by its place, their `cost` in the company's currency (null without
 * a rate), and the day of their claim.
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
    SELECT s.issuer_id, s.id, s.account_id, s.date, s.amount, s.currency, s.merchant, k.type, k.of_code,
      coalesce(s.reviewed_on, ${today}::date) AS claimed_on,
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

/** A verdict with its place among all, and the name of its column. */
type Placed = Verdict & { at: number; name: Sql };
/** One about several lines together. */
type Spanning = Placed & { measure: Measure };

const isSpanning = (verdict: Placed): verdict is Spanning => verdict.measure !== null;

/**
 * What verdicts say about lines: how often it is what, and so many of the newest lines of each. Lines of a day about which
 * the same is said are one group, which keeps a few of them: then no line is looked at again.
 */
function countingStatement(verdicts: readonly Verdict[], lines: Sql, listed: number): Sql {
  const all: Placed[] = verdicts.map((verdict, at) => ({ ...verdict, at, name: sqlName(`of_${verdict.kind}`) }));
  const alone = all.filter((one) => !isSpanning(one));
  const spanning = all.filter(isSpanning);
  const names = Prisma.join(alone.map(({ name }) => name));
  // What is looked at most stands first, as a row is unpacked up to the column that is wanted.
  const columns = [
    ...spanning.map((one) => sql`${one.measure.key} AS ${one.name}`),
    sql`s.date`,
    sql`s.id`,
    ...alone.map((one) => sql`${one.sql} AS ${one.name}`),
    sql`s.type`,
    sql`s.cost`
  ];
  const few = sql`[:${sqlCount(listed)}]`;
  return sql`
    WITH lines AS MATERIALIZED (
      SELECT ${Prisma.join(columns)} FROM (${lines} OFFSET 0) s)
    ${joined(spanning.map((one) => sql`, ${one.name} AS MATERIALIZED (${foundAmong(one, alone)})`))}
    , alone AS MATERIALIZED (
      SELECT date, ARRAY[${names}] AS told, count(*)::int AS count, (array_agg(id))${few} AS ids
      FROM lines GROUP BY date, ${names})
    , told AS MATERIALIZED (
      SELECT (ARRAY[${Prisma.join(alone.map(({ at }) => at))}]::int[])[o.place] AS verdict, o.says, a.date, a.count, a.ids,
        NULL::text[] AS measures
      FROM alone a, unnest(a.told) WITH ORDINALITY AS o (says, place) WHERE o.says > 0
      ${joined(
        spanning.map(
          ({ at, name }) => sql`UNION ALL
            SELECT ${at}::int, says, date, count(*)::int, (array_agg(id))${few}, (array_agg(measure))${few}::text[]
            FROM ${name} GROUP BY date, says`
        )
      )})
    SELECT coalesce((SELECT sum(count) FROM alone), 0)::int AS count,
      (coalesce((SELECT sum(count) FROM alone WHERE 0 < ANY(told)), 0) + ${onlyTogether(spanning)})::int AS found,
      (SELECT coalesce(json_agg(s), '[]') FROM (
        SELECT g.verdict, g.says, sum(g.count)::int AS count, (
          SELECT json_agg(json_build_object('id', l.id, 'measure', l.measure)) FROM (
            SELECT u.id, u.measure FROM told n, unnest(n.ids, n.measures) AS u (id, measure)
            WHERE (n.verdict, n.says) = (g.verdict, g.says) ORDER BY n.date DESC, u.id DESC LIMIT ${listed}) l) AS newest
        FROM told g GROUP BY g.verdict, g.says) s) AS said`;
}

/** Texts one after the other; none are nothing. */
const joined = (texts: readonly Sql[]): Sql => texts.reduce((text, one) => sql`${text} ${one}`, Prisma.empty);

/** The lines of which a verdict about several lines together says something. Only those are sorted that may be among them. */
const foundAmong = ({ measure, name, sql: says }: Spanning, alone: readonly Placed[]): Sql => sql`
  SELECT * FROM (
    SELECT s.id, s.date, s.is_found, s.measure, ${says} AS says FROM (
      SELECT s.id, s.date, s.type, s.cost, greatest(${Prisma.join(alone.map((one) => sql`s.${one.name}`))}) > 0 AS is_found,
        ${measure.upTo(sql`s.${name}`)} AS measure
      FROM lines s
      WHERE s.${name} IN (SELECT s.${name} FROM lines s WHERE s.${name} IS NOT NULL GROUP BY s.${name} HAVING ${measure.matters})) s
    OFFSET 0) s
  WHERE says > 0`;

/** How many lines are found only together with others. */
const onlyTogether = (spanning: readonly Spanning[]): Sql =>
  spanning.length === 0
    ? sql`0`
    : sql`(SELECT count(*) FROM (${Prisma.join(
        spanning.map(({ name }) => sql`SELECT id FROM ${name} WHERE NOT is_found`),
        ' UNION '
      )}) f)`;
