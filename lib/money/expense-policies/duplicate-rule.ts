import { daysBetween } from '../../core/calendar/days';
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
  return [...alike.values()].flatMap((group) =>
    group.flatMap((line, at) => {
      const gaps = group.slice(0, at).map(({ date }) => Math.abs(daysBetween(date, line.date)));
      const gap = Math.min(...gaps);
      return gap <= most ? [{ lineId: line.id, date: line.date, actual: String(gap), limit: String(most) }] : [];
    })
  );
};

const likeness = ({ ownerId, amount, currency, merchant }: Judged) =>
  JSON.stringify([ownerId, unitsOf(amount).toString(), currency, merchant?.trim().toLowerCase()]);
