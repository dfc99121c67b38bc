import { shareOf, textOf, unitsOf } from './exact';
import { contextFirst, type Found, type Judge, type Judged, type LiveRule } from './judged';
import type { PolicyVersion } from './policy-version';
import { toleratedLevels } from './tolerated';

/** A line that costs the company more than the limit. */
export const overLine: Judge = (rule, lines, version) => {
  const over = overLimit(rule, version);
  return lines.flatMap((line) => over(line, line.cost) ?? []);
};

/** A line that costs the company more for each of what it was for, such as a night, than the limit; null: not known. */
export const overShare =
  (countOf: (line: Judged) => number | null): Judge =>
  (rule, lines, version) => {
    const over = overLimit(rule, version);
    return lines.flatMap((line) => {
      const count = countOf(line);
      return (count === null ? null : over(line, shareOf(line.cost, count, version.currency))) ?? [];
    });
  };

/**
 * The sums of each person's lines in a time, a day, a month or a year: the line with which a sum passes the limit, and those
 * after it. What is spread over days counts on each of them, and is told of the time in which it passes the most.
 */
export const overSum =
  (timeOf: (date: string) => string): Judge =>
  (rule, lines, version) => {
    const over = overLimit(rule, version);
    const spent = new Map<string, bigint>();
    return contextFirst(lines).flatMap((line) => {
      let most = { date: line.date, sum: 0n };
      for (const { date, cost } of line.parts) {
        const key = `${line.ownerId}/${timeOf(date)}`;
        const sum = (spent.get(key) ?? 0n) + cost;
        spent.set(key, sum);
        if (sum > most.sum) most = { date, sum };
      }
      return over({ id: line.id, date: most.date }, most.sum) ?? [];
    });
  };

/** The trips of each person's day: the one with which they are longer than the limit, and those after it. */
export const overDistance: Judge = ({ amount }, lines) => {
  const limit = unitsOf(amount ?? '0');
  const driven = new Map<string, bigint>();
  return contextFirst(lines).flatMap(({ id, ownerId, date, kilometers }) => {
    if (kilometers === undefined) return [];
    const sum = (driven.get(`${ownerId}/${date}`) ?? 0n) + unitsOf(kilometers);
    driven.set(`${ownerId}/${date}`, sum);
    return sum > limit ? [{ lineId: id, date, actual: textOf(sum), limit: textOf(limit) }] : [];
  });
};

/** What a rule finds about an amount or a sum above its limit, as the tolerances let it pass; null: nothing. */
function overLimit(
  rule: LiveRule,
  { tolerances }: PolicyVersion
): (about: Pick<Judged, 'id' | 'date'>, units: bigint) => Found | null {
  const limit = unitsOf(rule.amount ?? '0');
  const levels = toleratedLevels(rule.level, limit, tolerances);
  const said = textOf(limit);
  return ({ id, date }, units) => {
    const over = units - limit;
    const passed = levels.find(({ above }) => over > above);
    return passed
      ? { lineId: id, date, level: passed.level, actual: textOf(units), limit: said, over: textOf(over) }
      : null;
  };
}
