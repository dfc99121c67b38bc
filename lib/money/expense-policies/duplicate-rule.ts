import { dayOf } from '../../core/calendar/days';
import { groupBy } from '../../core/database/group-by';
import { unitsOf } from './exact';
import { contextFirst, type Judge, type Judged } from './judged';

/** Lines of one person with the same amount, currency and merchant within some days: each but the first. */
export const repeated: Judge = ({ days }, lines) => {
  const most = days ?? 0;
  const alike = groupBy(
    contextFirst(lines).filter(({ merchant }) => merchant !== null),
    likeness
  );
  return [...alike.values()].flatMap((group) => {
    if (group.length === 1) return [];
    const before: number[] = [];
    return group.flatMap((line) => {
      const gap = gapTo(before, dayOf(line.date));
      return gap <= most ? [{ lineId: line.id, date: line.date, actual: String(gap), limit: String(most) }] : [];
    });
  });
};

/** The days from a day to the nearest of the sorted ones, to which it is added; infinite if there are none. */
function gapTo(sorted: number[], day: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  const gap = Math.min(Math.abs((sorted[low] ?? Infinity) - day), Math.abs(day - (sorted[low - 1] ?? -Infinity)));
  sorted.splice(low, 0, day);
  return gap;
}

/** What lines have in common that may be one expense; the merchant's name, which may hold anything, stands last. */
const likeness = ({ ownerId, amount, currency, merchant }: Judged) =>
  `${ownerId} ${unitsOf(amount)} ${currency} ${merchant?.trim().toLowerCase()}`;
