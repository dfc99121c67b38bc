import { dayOf, isWeekday } from '../../core/calendar/days';
import { overDistance, overLine, overShare, overSum } from './amount-rules';
import { codeWith } from './category-codes';
import { repeated } from './duplicate-rule';
import { converted, unitsOf } from './exact';
import type { Judge, Judged, LiveRule } from './judged';
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

/**
 * What a version of an expense policy says about lines (C1.003). It reads nothing but its arguments, and every
 * comparison is exact. A rule for a type goes before one of the same kind for every expense; of several rules of one
 * kind about the same expenses only the strictest finding counts for a line.
 */
export function findingsOf(lines: readonly PolicyLine[], version: PolicyVersion): Finding[] {
  const { judged, withoutRate } = inOneCurrency(lines, version);
  const ofRules = version.rules.flatMap((rule): Finding[] => {
    if (rule.level === 'off') return [];
    const live = rule as LiveRule;
    const { id: ruleId, kind, level, typeId } = live;
    const type = version.types.find(({ id }) => id === typeId)?.name ?? null;
    const given = { ruleId, kind, level, type, ...givenBy(version) };
    return BY_KIND[kind](live, linesOf(rule, judged, version), version).map((found) => ({ ...given, ...found }));
  });
  const contexts = new Set(lines.filter(({ isContext }) => isContext).map(({ id }) => id));
  const all = [withoutRate, ofRules, ofTypes(judged, version), withoutDetails(judged, version)].flat();
  return strictest(contexts.size > 0 ? all.filter(({ lineId }) => !contexts.has(lineId)) : all);
}

/** What every finding of a version has, unless its rule says otherwise. */
const givenBy = ({ id, name, validFrom, currency }: PolicyVersion) => ({
  policy: { id, name, validFrom },
  over: null,
  currency
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
      const type = version.types.find(({ id }) => id === line.typeId)?.name ?? null;
      const about = { lineId, date, type, actual, limit: version.currency };
      withoutRate.push({ ...givenBy(version), kind: 'rate', level: 'explain', ruleId: null, ...about, currency });
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
    return withoutReceiptOfType(line, type).map(
      (found): Finding => ({
        ...{ ruleId: null, kind: 'receipt', level: 'refuse', type: type?.name ?? null, ...givenBy(version) },
        ...found
      })
    );
  });
}

/** Lines without what their type requires: refused. */
function withoutDetails(judged: readonly Judged[], version: PolicyVersion): Finding[] {
  return judged.flatMap(({ id: lineId, date, typeId, missing }): Finding[] => {
    if (missing.length === 0) return [];
    const type = version.types.find(({ id }) => id === typeId)?.name ?? null;
    const about = { ruleId: null, kind: 'details', level: 'refuse', type, ...givenBy(version) } as const;
    return [{ ...about, lineId, date, actual: '', limit: missing.join(' ') }];
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

/** Of findings of one kind about the same expenses, the strictest of each line. */
function strictest(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) {
    // The type's name, which may hold anything, stands last.
    const key = `${finding.lineId} ${finding.kind} ${finding.type}`;
    const other = kept.get(key);
    if (!other || isStricter(finding.level, other.level)) kept.set(key, finding);
  }
  return [...kept.values()];
}
