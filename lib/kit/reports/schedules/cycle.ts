import { type Day, dayOf, lengthOf, partsOf, weekdayOf } from '../../../core/calendar/days';

const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** When the periods of a reporting cycle end (C3.026). */
export interface Cycle {
  frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly';
  closingWeekday: (typeof WEEKDAY_NAMES)[number] | null;
  closingDay: number | null;
  startsOn: string;
}

/** Whether a period of the cycle ends on a day. The first period begins on the day that the cycle starts. */
export function closesOn({ frequency, closingWeekday, closingDay, startsOn }: Cycle, day: Day): boolean {
  const start = dayOf(startsOn);
  if (day < start) return false;
  if (frequency === 'weekly' || frequency === 'biweekly') {
    if (closingWeekday === null || weekdayOf(day) !== WEEKDAY_NAMES.indexOf(closingWeekday) + 1) return false;
    // The first period of two weeks ends with its second week.
    return frequency === 'weekly' || Math.floor((day - start) / 7) % 2 === 1;
  }
  const { year, month, date } = partsOf(day);
  if (closingDay === null || date !== Math.min(closingDay, lengthOf(year, month))) return false;
  return frequency === 'monthly' || (monthOf(day) - firstQuarter(start, closingDay)) % 3 === 0;
}

/** Months since the year 0. */
const monthOf = (day: Day): number => {
  const { year, month } = partsOf(day);
  return year * 12 + month - 1;
};

/** The month in which the first quarter ends: with the third closing day after its start. */
function firstQuarter(start: Day, closingDay: number): number {
  const { year, month, date } = partsOf(start);
  const closesThisMonth = date <= Math.min(closingDay, lengthOf(year, month));
  return monthOf(start) + (closesThisMonth ? 2 : 3);
}
