import { Prisma } from '../../core/database/prisma/client';
import type { PolicyRule, PolicyVersion } from './policy-version';

const sql = Prisma.sql;

/** What the rules of a kind ask of a spent line `s` before they can find anything, of the rules that aren't off. */
type Reach = (rules: readonly PolicyRule[], version: PolicyVersion, today: string) => Prisma.Sql | null;

/** Above the least limit of some rules: tolerances and types only narrow what they find. */
const leastOf = (rules: readonly PolicyRule[]): Prisma.Sql => {
  const limits = rules.map(({ amount }) => sql`${amount ?? '0'}::numeric`);
  return limits.length === 1 ? (limits[0] as Prisma.Sql) : sql`least(${Prisma.join(limits)})`;
};

/** What an account spent in a time passes the limit. The worth of other currencies is not known here, so it counts as more. */
const inSum =
  (time: Prisma.Sql): Reach =>
  (rules, { currency }) =>
    sql`(s.account_id, ${time}) IN (SELECT s.account_id, ${time} FROM spent s GROUP BY 1, 2
      HAVING sum(s.amount) > ${leastOf(rules)} OR bool_or(s.currency <> ${currency}))`;

/** Nobody is asked of a transaction who took part, for how many nights it was, or how far. */
const never: Reach = () => null;

const BY_KIND: Record<PolicyRule['kind'], Reach> = {
  line: (rules) => sql`s.amount > ${leastOf(rules)}`,
  day: inSum(sql`s.date`),
  month: inSum(sql`date_trunc('month', s.date::timestamp)`),
  year: inSum(sql`date_trunc('year', s.date::timestamp)`),
  night: never,
  attendee: never,
  attendees: never,
  distance: never,
  // The types' own amounts count with the rules', below.
  receipt: never,
  duplicate: () => sql`s.merchant IS NOT NULL AND (s.account_id, s.amount, s.currency) IN (
    SELECT s.account_id, s.amount, s.currency FROM spent s GROUP BY 1, 2, 3 HAVING count(*) > 1)`,
  age: (rules, _version, today) =>
    sql`coalesce(s.reviewed_on, ${today}::date) - s.date > ${Math.min(...rules.map(({ days }) => days ?? 0))}::int`,
  category: (rules) => {
    const ranges = rules.flatMap(({ categories }) => categories.map((range) => range.split('-')));
    if (ranges.length === 0) return null;
    const within = ranges.map(([first = '', last = first]) => sql`s.category COLLATE "C" BETWEEN ${first} AND ${last}`);
    return sql`(${Prisma.join(within, ' OR ')})`;
  },
  weekend: () => sql`extract(isodow FROM s.date) > 5`
};

/** Without a receipt, from the least amount on that a rule or a type asks for one. */
function lacksReceipt(
  rules: readonly PolicyRule[],
  { types }: PolicyVersion,
  hasReceipt: Prisma.Sql
): Prisma.Sql | null {
  const asked = types.flatMap(({ receiptFrom }) => receiptFrom ?? []);
  const amounts = [...rules.map(({ amount }) => amount ?? '0'), ...asked].map((one) => sql`${one}::numeric`);
  return amounts.length === 0 ? null : sql`(s.amount >= least(${Prisma.join(amounts)}) AND NOT ${hasReceipt})`;
}

/**
 * The condition on spent lines `s` among `spent` that holds for each of which a version of a policy may find something:
 * whatever `findingsOf` says about all of them, it says about those for which this holds. It is wider than that: types
 * and tolerances are left out, and other currencies are always within.
 */
export function mayFind(version: PolicyVersion, today: string, hasReceipt: Prisma.Sql): Prisma.Sql {
  const live = version.rules.filter(({ level }) => level !== 'off');
  const ofKind = (kind: PolicyRule['kind']) => live.filter((rule) => rule.kind === kind);
  const reaches = (Object.keys(BY_KIND) as PolicyRule['kind'][]).flatMap((kind) => {
    const rules = ofKind(kind);
    return (rules.length > 0 && BY_KIND[kind](rules, version, today)) || [];
  });
  const all = [
    sql`s.currency <> ${version.currency}`,
    ...reaches,
    lacksReceipt(ofKind('receipt'), version, hasReceipt) ?? []
  ].flat();
  return sql`(${Prisma.join(all, ' OR ')})`;
}
