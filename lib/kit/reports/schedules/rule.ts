import { type Cycle, closesOn } from './cycle';
import { businessDaysAfter, type Day, isBusinessDay, lengthOf, partsOf, weekdayOf } from './days';

export const FREQUENCIES = [
  'daily',
  'weekdays',
  'weekly',
  'monthly',
  'nth_weekday',
  'last_business_day',
  'cycle_end'
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What else says on which days a schedule runs. */
export type RuleField = 'weekdays' | 'monthDay' | 'nth' | 'weekday' | 'cycleId' | 'daysAfter';

/** The fields that each frequency needs. */
export const FIELDS_OF: Readonly<Record<Frequency, readonly RuleField[]>> = {
  daily: [],
  weekdays: [],
  weekly: ['weekdays'],
  monthly: ['monthDay'],
  nth_weekday: ['nth', 'weekday'],
  last_business_day: [],
  cycle_end: ['cycleId', 'daysAfter']
};

const isMissing = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && !value.length);

/** The fields of its frequency that an entry lacks. */
export const lackingOf = (entry: { frequency: Frequency } & { [field in RuleField]?: unknown }): RuleField[] =>
  FIELDS_OF[entry.frequency].filter((field) => isMissing(entry[field]));

/** `nth` of the last such weekday of a month. */
export const LAST = 5;

/** The days on which a schedule runs; weekdays count from 1, Monday. */
export type Rule =
  | { frequency: 'daily' | 'weekdays' | 'last_business_day' }
  | { frequency: 'weekly'; weekdays: readonly number[] }
  /** In a shorter month, its last day. */
  | { frequency: 'monthly'; monthDay: number }
  | { frequency: 'nth_weekday'; nth: number; weekday: number }
  /** So many business days after a reporting cycle's period has ended; 0: on its last day. */
  | { frequency: 'cycle_end'; cycle: Cycle; daysAfter: number };

/** Whether a schedule runs on a day (C2.083, C3.083). */
export function runsOn(rule: Rule, day: Day): boolean {
  switch (rule.frequency) {
    case 'daily':
      return true;
    case 'weekdays':
      return isBusinessDay(day);
    case 'weekly':
      return rule.weekdays.includes(weekdayOf(day));
    case 'monthly': {
      const { year, month, date } = partsOf(day);
      return date === Math.min(rule.monthDay, lengthOf(year, month));
    }
    case 'nth_weekday':
      return weekdayOf(day) === rule.weekday && isNth(rule.nth, day);
    case 'last_business_day': {
      const { year, month, date } = partsOf(day);
      return isBusinessDay(day) && businessDaysAfter(day, 1) - day > lengthOf(year, month) - date;
    }
    default:
      return followsClosing(rule.cycle, rule.daysAfter, day);
  }
}

function isNth(nth: number, day: Day): boolean {
  const { year, month, date } = partsOf(day);
  return nth === LAST ? date + 7 > lengthOf(year, month) : Math.ceil(date / 7) === nth;
}

/** A closing lies at most so many days before the business day that follows it. */
const mostDaysBefore = (daysAfter: number) => daysAfter + 2 * Math.ceil((daysAfter + 1) / 5) + 2;

function followsClosing(cycle: Cycle, daysAfter: number, day: Day): boolean {
  if (daysAfter === 0) return closesOn(cycle, day);
  for (let closing = day - 1; closing >= day - mostDaysBefore(daysAfter); closing--)
    if (closesOn(cycle, closing) && businessDaysAfter(closing, daysAfter) === day) return true;
  return false;
}
