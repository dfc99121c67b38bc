import { Prisma } from '../../core/database/prisma/client';
import type { PolicyVersion } from './policy-version';
import { groupsOf } from './verdicts';

const sql = Prisma.sql;
type Sql = Prisma.Sql;

/** The times in which a person's lines add up, the longest first, each as an expression of SQL that goes on from the one before. */
const TIMES = {
  year: sql`date_trunc('year', s.date::timestamp)`,
  month: sql`date_trunc('month', s.date::timestamp)`,
  day: sql`s.date`
} as const;
export type Time = keyof typeof TIMES;
const LONGEST_FIRST = Object.keys(TIMES) as Time[];

/**
 * What the lines `s` of an account in a time come to with each of them, in the order of their days and of their coming. All
 * times together need one sorting of the lines: each goes on where the longer one stops.
 */
export function sumIn(time: Time, version: PolicyVersion): Sql {
  const at = LONGEST_FIRST.indexOf(time);
  const asked = (one: Time) => one === 'day' || groupsOf(one, version).some(({ rules }) => rules.length > 0);
  const longer = LONGEST_FIRST.slice(0, at).filter(asked);
  const shorter = LONGEST_FIRST.slice(at + 1).filter(asked);
  const list = (times: readonly Time[]) => times.map((one) => TIMES[one]);
  const over = sql`OVER (PARTITION BY ${Prisma.join([sql`s.account_id`, ...list([...longer, time])])}
    ORDER BY ${Prisma.join([...list(shorter), sql`s.id`])} ROWS UNBOUNDED PRECEDING)`;
  const groups = groupsOf(time, version);
  const own = groups.flatMap(({ type }) => type ?? []);
  const ofType = groups.flatMap(({ type, rules }) =>
    type !== null && rules.length > 0
      ? [sql`WHEN ${type}::int THEN sum(s.cost) FILTER (WHERE s.type = ${type}::int) ${over}`]
      : []
  );
  const others = own.length === 0 ? sql`TRUE` : sql`s.type IS NULL OR s.type <> ALL(${own}::int[])`;
  const general = groups.some(({ type, rules }) => type === null && rules.length > 0)
    ? sql`sum(s.cost) FILTER (WHERE ${others}) ${over}`
    : sql`NULL::numeric`;
  return ofType.length === 0 ? general : sql`CASE s.type ${Prisma.join(ofType, ' ')} ELSE ${general} END`;
}

/** The days since the line before that is alike: as `repeated` looks at them. Lines without a rate are none. */
export function gapTo(version: PolicyVersion): Sql {
  const own = groupsOf('duplicate', version).flatMap(({ type }) => type ?? []);
  return sql`CASE WHEN s.likeness IS NOT NULL THEN s.date - lag(s.date) OVER (
    PARTITION BY s.likeness, s.amount, s.account_id, s.currency, s.cost IS NULL,
      CASE WHEN s.type = ANY(${own}::int[]) THEN s.type END
    ORDER BY s.date, s.id) END`;
}

/** What `String.prototype.trim` takes away. */
const SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * A text as `text.trim().toLowerCase()` has it: the collation knows the cases of all letters, whatever the database's own.
 * Most names begin and end with a letter or a digit, of which nothing is taken away.
 */
export const likenessOf = (text: Sql): Sql => sql`lower(
  CASE WHEN ascii(${text}) BETWEEN 33 AND 126 AND ascii(right(${text}, 1)) BETWEEN 33 AND 126 THEN ${text}
    ELSE btrim(${text}, ${SPACE}) END COLLATE pg_unicode_fast)`;
