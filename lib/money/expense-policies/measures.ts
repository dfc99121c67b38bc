import { Prisma } from '../../core/database/prisma/client';
import { textOf } from './exact';
import type { PolicyRule, PolicyVersion } from './policy-version';
import { byGroup, type Group, groupsOf, limitsOf, type Measure } from './verdicts';

const sql = Prisma.sql;
type Sql = Prisma.Sql;

/** The times in which a person's lines add up, each as a day that is the same for all its days. */
const TIMES = {
  day: sql`s.date`,
  month: sql`date_trunc('month', s.date::timestamp)::date`,
  year: sql`date_trunc('year', s.date::timestamp)::date`
} as const;
export type Time = keyof typeof TIMES;

/** A policy has fewer expense types than this. */
const TYPES = sql`1000000`;
const FIRST_DAY = sql`'2000-01-01'::date`;

/** What the rules of a kind look at apart: the lines of each type that has rules of its own, and all others. */
function apart(kind: PolicyRule['kind'], version: PolicyVersion): Sql {
  const nothing = sql`NULL::bigint`;
  const placeOf = ({ type, rules }: Group) =>
    rules.length === 0 ? nothing : sql`${type === null ? 0 : type + 1}::bigint`;
  return byGroup(groupsOf(kind, version), placeOf, nothing);
}

/** What the lines of an account in a time come to with each of them, in the order of their days and of their coming. */
export const sumIn =
  (time: Time) =>
  (version: PolicyVersion): Measure => {
    const limits = groupsOf(time, version).flatMap(({ rules }) => rules.flatMap((rule) => limitsOf(rule, version)));
    return {
      key: sql`uuid_hash_extended(s.account_id, (${TIMES[time]} - ${FIRST_DAY}) * ${TYPES}::bigint + ${apart(time, version)})`,
      matters: sql`sum(s.cost) > least(${Prisma.join(limits.map((limit) => sql`${textOf(limit)}::numeric`))})`,
      upTo: (key) => sql`sum(s.cost) OVER (PARTITION BY ${key} ORDER BY s.date, s.id ROWS UNBOUNDED PRECEDING)`
    };
  };

/** The days since the line before that is alike: as `repeated` looks at them. Lines without a rate are none. */
export function gapTo(version: PolicyVersion): Measure {
  return {
    key: sql`CASE WHEN s.cost IS NOT NULL THEN hashtextextended(${likenessOf(sql`s.merchant`)}, uuid_hash_extended(
      s.account_id, hash_numeric_extended(s.amount, hashbpcharextended(s.currency, ${apart('duplicate', version)})))) END`,
    matters: sql`count(*) > 1`,
    upTo: (key) => sql`s.date - lag(s.date) OVER (PARTITION BY ${key} ORDER BY s.date, s.id)`
  };
}

/** What `String.prototype.trim` takes away. */
const SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/**
 * A text as `text.trim().toLowerCase()` has it: the collation knows the cases of all letters, whatever the database's own.
 * Most names begin and end with a letter or a digit (33 to 126), of which nothing is taken away.
 */
export const likenessOf = (text: Sql): Sql => sql`lower(
  CASE WHEN ${text} COLLATE "C" BETWEEN '!' AND '~' AND abs(ascii(right(${text}, 1)) * 2 - 159) <= 93 THEN ${text}
    ELSE btrim(${text}, ${SPACE}) END COLLATE pg_unicode_fast)`;
