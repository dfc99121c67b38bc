import { dayOf, isWeekday } from '../../core/calendar/days';
import { groupBy } from '../../core/database/group-by';
import { overDistance, overLine, overShare, overSum } from './amount-rules';
import { codeWith } from './category-codes';
import { repeated } from './duplicate-rule';
import { converted, unitsOf } from './exact';
import type { Found, Judge, Judged, LiveRule } from './judged';
import type { Finding, PolicyLine, PolicyRate, PolicyRule, PolicyType, PolicyVersion } from './policy-version';
import { withoutReceipt, withoutReceiptOfType } from './receipt-rule';
import { isStricter } from './tolerated';

const BY_KIND: Record<PolicyRule['kind'], Judge> = {
  line: overLine,
  day: overSum((date) => date),
  month: overSum((date) => date.slice(0, 7)),
  year: overSum((date) => date.slice(0, 4)),
  night: overShare(({ nights }) => nights),
  attendee: overShare(({ heads }) => heads),
  // Its owner alone is nobody else.
  attendees: (_rule, lines) =>
    lines.flatMap(({ id, date, heads }) => (heads === 1 ? [{ lineId: id, date, actual: '1', limit: '1' }] : [])),
  receipt: withoutReceipt,
  duplicate: repeated,
  age: ({ days }, lines) => {
    const numberOf = onceFor(dayOf);
    return lines.flatMap(({ id, date, claimedOn }) => {
      const age = numberOf(claimedOn) - numberOf(date);
      return age > (days ?? 0) ? [{ lineId: id, date, actual: String(age), limit: String(days) }] : [];
    });
  },
  category: ({ categories }, lines) => {
    const codeOf = onceFor((category: string) => codeWith(categories, category) ?? null);
    return lines.flatMap(({ id, date, merchantCategory: actual }) => {
      const limit = actual === null ? null : codeOf(actual);
      return actual !== null && limit ? [{ lineId: id, date, actual, limit }] : [];
    });
  },
  distance: overDistance,
  weekend: (_rule, lines) => {
    const isFree = onceFor(isWeekend);
    return lines.flatMap(({ id, date }) => (isFree(date) ? [{ lineId: id, date, actual: date, limit: date }] : []));
  }
};

/** The kinds that look at several lines together, those of other reports too. */
const SPANNING: ReadonlySet<PolicyRule['kind']> = new Set(['day', 'month', 'year', 'distance', 'duplicate']);

/** Whether a version has a rule about several lines together, so that lines of other reports count. */
export const isSpanning = ({ rules }: PolicyVersion): boolean =>
  rules.some(({ kind, level }) => level !== 'off' && SPANNING.has(kind));

/**
 * What a version of an expense policy says about lines (C1.003). It reads nothing but its arguments, and every
 * comparison is exact. A rule for a type goes before one of the same kind for every expense; of several rules of one
 * kind about the same expenses only the strictest finding counts for a line.
 */
export function findingsOf(lines: readonly PolicyLine[], version: PolicyVersion): Finding[] {
  const { judged, withoutRate } = inOneCurrency(lines, version);
  const contexts = new Set(lines.flatMap(({ id, isContext }) => (isContext ? [id] : [])));
  const own = contexts.size > 0 ? judged.filter(({ isContext }) => !isContext) : judged;
  const live = version.rules.filter((rule): rule is LiveRule => rule.level !== 'off');
  const ofRules = [...groupBy(live, ({ kind, typeId }) => `${kind} ${typeId}`).values()].flatMap((rules) =>
    strictest(
      rules.map((rule) => {
        const given = givenBy(version, rule);
        return BY_KIND[rule.kind](rule, linesOf(rule, SPANNING.has(rule.kind) ? judged : own, version), version)
          .filter(({ lineId }) => !contexts.has(lineId))
          .map((found) => findingOf(given, found));
      })
    )
  );
  const rateless = withoutRate.filter(({ lineId }) => !contexts.has(lineId));
  return [rateless, ofRules, ofTypes(own, version), withoutDetails(own, version)].flat();
}

/** What a finding comes from: a rule, or what needs none. */
type Source = Pick<Finding, 'kind' | 'level'> & { id: string | null; typeId: string | null };

type Given = Omit<Finding, keyof Found> & Pick<Finding, 'level'>;

/** What every finding of a rule has. */
function givenBy(
  { id, name, validFrom, currency, types }: PolicyVersion,
  { id: ruleId, kind, level, typeId }: Source
): Given {
  const type = types.find((one) => one.id === typeId)?.name ?? null;
  return { ruleId, kind, level, type, policy: { id, name, validFrom }, currency };
}

/** Written out, as there may be a million of them: to spread two objects into a third takes ten times as long. */
const findingOf = ({ ruleId, kind, level, type, policy, currency }: Given, found: Found): Finding => ({
  ruleId,
  kind,
  level: found.level ?? level,
  type,
  policy,
  currency,
  lineId: found.lineId,
  date: found.date,
  actual: found.actual,
  limit: found.limit,
  over: found.over ?? null,
  ...(found.isReceiptOnly && { isReceiptOnly: true })
});

/** The lines that a rule is about. */
function linesOf({ kind, typeId }: PolicyRule, judged: readonly Judged[], { rules }: PolicyVersion): readonly Judged[] {
  if (typeId !== null) return judged.filter((line) => line.typeId === typeId);
  const own = typesWithRule(rules, kind);
  return own.size > 0 ? judged.filter((line) => !own.has(line.typeId)) : judged;
}

/** The types that have a rule of a kind of their own. */
const typesWithRule = (rules: readonly PolicyRule[], kind: PolicyRule['kind']): ReadonlySet<string | null> =>
  new Set(rules.flatMap((rule) => (rule.kind === kind && rule.typeId !== null ? [rule.typeId] : [])));

/**
 * Lines in the policy's currency, at the rate of their day; an amount without a rate is explained, never skipped. What
 * is wholly personal is no expense of the company, and no rule is about it.
 */
function inOneCurrency(lines: readonly PolicyLine[], version: PolicyVersion) {
  const judged: Judged[] = [];
  const withoutRate: Finding[] = [];
  for (const line of lines) {
    const units = unitsOf(line.amount);
    const cost = line.personal ? units - unitsOf(line.personal) : units;
    if (units <= 0n || cost <= 0n) continue;
    const { id: lineId, date, amount: actual, currency } = line;
    const rate = currency === version.currency ? '1' : rateOn(version.rates, currency, date);
    if (rate !== null) {
      const worth = (amount: bigint) => (rate === '1' ? amount : converted(amount, rate, version.currency));
      const all = worth(cost);
      const parts = line.days?.map((one) => ({ date: one.date, cost: worth(unitsOf(one.amount)) }));
      judged.push({ ...line, units: worth(units), cost: all, parts: parts ?? [{ date, cost: all }] });
    } else {
      const given = givenBy(version, { id: null, kind: 'rate', level: 'explain', typeId: line.typeId });
      withoutRate.push(findingOf({ ...given, currency }, { lineId, date, actual, limit: version.currency }));
    }
  }
  return { judged, withoutRate };
}

/** The rate of a currency that began last on a day. */
function rateOn(rates: readonly PolicyRate[], currency: string, date: string): string | null {
  const begun = rates.filter((one) => one.currency === currency && one.from <= date);
  return begun.sort((a, b) => (a.from < b.from ? 1 : -1))[0]?.rate ?? null;
}

/** Types that ask for a receipt where no rule says anything about it: refused without one. */
function ofTypes(judged: readonly Judged[], version: PolicyVersion): Finding[] {
  const { rules, types } = version;
  if (rules.some(({ kind, typeId }) => kind === 'receipt' && typeId === null)) return [];
  const own = typesWithRule(rules, 'receipt');
  const byId = new Map<string | null, PolicyType>(types.map((type) => [type.id, type]));
  return judged.flatMap((line) => {
    const type = byId.get(line.typeId);
    if (!type?.receiptFrom || own.has(line.typeId)) return [];
    const given = givenBy(version, { id: null, kind: 'receipt', level: 'refuse', typeId: line.typeId });
    return withoutReceiptOfType(line, type).map((found) => findingOf(given, found));
  });
}

/** Lines without what their type requires: refused. */
function withoutDetails(judged: readonly Judged[], version: PolicyVersion): Finding[] {
  return judged.flatMap(({ id: lineId, date, typeId, missing }): Finding[] => {
    if (missing.length === 0) return [];
    const given = givenBy(version, { id: null, kind: 'details', level: 'refuse', typeId });
    return [findingOf(given, { lineId, date, actual: '', limit: missing.join(' ') })];
  });
}

/** Saturday and Sunday. */
const isWeekend = (date: string): boolean => !isWeekday(dayOf(date));

/** Works a value out once for each text: days and categories repeat over thousands of lines. */
function onceFor<Value>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = work(text);
    known.set(text, value);
    return value;
  };
}

/** Of the findings of several rules of one kind about the same expenses, the strictest of each line. */
function strictest(byRule: readonly Finding[][]): Finding[] {
  const [first = [], ...others] = byRule;
  if (others.length === 0) return first;
  const kept = new Map<string, Finding>();
  for (const finding of byRule.flat()) {
    const other = kept.get(finding.lineId);
    if (!other || isStricter(finding.level, other.level)) kept.set(finding.lineId, finding);
  }
  return [...kept.values()];
}
