import {
  businessDaysAfter,
  type Day,
  type Holidays,
  isBusinessDay,
  isWeekday,
  lengthOf,
  partsOf,
  weekdayOf
} from '../../../core/calendar/days';
import { type Cycle, closesOn } from './cycle';

export const FREQUENCIES = [
  'daily',
  'weekdays',
  'weekly',
  'monthly',
  'nth_weekday',
  'nth_business_day',
  'last_business_day',
  'cycle_end',
  'fiscal_end',
  'after_bookings'
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** What else says on which days a schedule runs. */
export type RuleField =
  | 'weekdays'
  | 'monthDay'
  | 'nth'
  | 'weekday'
  | 'businessDay'
  | 'cycleId'
  | 'fiscalPeriod'
  | 'daysAfter';

/** The fields that each frequency needs. */
export const FIELDS_OF: Readonly<Record<Frequency, readonly RuleField[]>> = {
  daily: [],
  weekdays: [],
  weekly: ['weekdays'],
  monthly: ['monthDay'],
  nth_weekday: ['nth', 'weekday'],
  nth_business_day: ['businessDay'],
  last_business_day: [],
  cycle_end: ['cycleId', 'daysAfter'],
  fiscal_end: ['fiscalPeriod', 'daysAfter'],
  after_bookings: []
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
  /** On no day of its own: when a feed has booked transactions (./after-bookings.ts). */
  | { frequency: 'after_bookings' }
  | { frequency: 'weekly'; weekdays: readonly number[] }
  /** In a shorter month, its last day. */
  | { frequency: 'monthly'; monthDay: number }
  | { frequency: 'nth_weekday'; nth: number; weekday: number }
  /** In a month with fewer, its last business day. */
  | { frequency: 'nth_business_day'; businessDay: number }
  /** So many business days after a period of a reporting cycle, or a fiscal one, has ended; 0: on its last day. */
  | { frequency: 'cycle_end' | 'fiscal_end'; cycle: Cycle; daysAfter: number };

/** What a schedule does when its day is no business day: it runs, on the business day before or after it, or not at all. */
export const ADJUSTMENTS = ['none', 'before', 'after', 'skip'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

/** The frequencies whose days can be others than business days. */
export const ADJUSTED: readonly Frequency[] = FREQUENCIES.filter(
  (one) => !one.endsWith('business_day') && one !== 'after_bookings'
);

/** A rule with the business days that it counts. */
export interface Days {
  rule: Rule;
  adjustment: Adjustment;
  holidays: Holidays;
}

/** Whether a schedule runs on a day, once its days have moved to business days (C2.083, C3.083). */
export function runsOn({ rule, adjustment, holidays }: Days, day: Day): boolean {
  if (adjustment === 'none') return isDayOf(rule, day, holidays);
  if (!isBusinessDay(day, holidays)) return false;
  if (isDayOf(rule, day, holidays)) return true;
  if (adjustment === 'skip') return false;
  const step = adjustment === 'before' ? 1 : -1;
  for (let closed = day + step; !isBusinessDay(closed, holidays); closed += step)
    if (isDayOf(rule, closed, holidays)) return true;
  return false;
}

/** Whether holidays change the days of a schedule. */
export const mindsHolidays = ({ rule, adjustment }: Pick<Days, 'rule' | 'adjustment'>): boolean =>
  adjustment !== 'none' ||
  rule.frequency === 'nth_business_day' ||
  rule.frequency === 'last_business_day' ||
  ('daysAfter' in rule && rule.daysAfter > 0);

function isDayOf(rule: Rule, day: Day, holidays: Holidays): boolean {
  switch (rule.frequency) {
    case 'daily':
      return true;
    case 'after_bookings':
      return false;
    case 'weekdays':
      return isWeekday(day);
    case 'weekly':
      return rule.weekdays.includes(weekdayOf(day));
    case 'monthly': {
      const { year, month, date } = partsOf(day);
      return date === Math.min(rule.monthDay, lengthOf(year, month));
    }
    case 'nth_weekday':
      return weekdayOf(day) === rule.weekday && isNth(rule.nth, day);
    case 'nth_business_day':
      return isNthBusinessDay(rule.businessDay, day, holidays);
    case 'last_business_day':
      return isLastBusinessDay(day, holidays);
    default:
      return followsClosing(rule.cycle, rule.daysAfter, day, holidays);
  }
}

function isNth(nth: number, day: Day): boolean {
  const { year, month, date } = partsOf(day);
  return nth === LAST ? date + 7 > lengthOf(year, month) : Math.ceil(date / 7) === nth;
}

function isLastBusinessDay(day: Day, holidays: Holidays): boolean {
  const { year, month, date } = partsOf(day);
  return isBusinessDay(day, holidays) && businessDaysAfter(day, 1, holidays) - day > lengthOf(year, month) - date;
}

function isNthBusinessDay(nth: number, day: Day, holidays: Holidays): boolean {
  if (!isBusinessDay(day, holidays)) return false;
  const { date } = partsOf(day);
  let count = 0;
  for (let at = day - date + 1; at <= day; at++) if (isBusinessDay(at, holidays)) count += 1;
  return count === nth || (count < nth && isLastBusinessDay(day, holidays));
}

/** Counts business days backwards: a closing lies before as many as come after it. */
function followsClosing(cycle: Cycle, daysAfter: number, day: Day, holidays: Holidays): boolean {
  if (daysAfter === 0) return closesOn(cycle, day);
  if (!isBusinessDay(day, holidays)) return false;
  let count = 1;
  for (let closing = day - 1; count <= daysAfter; closing--) {
    if (count === daysAfter && closesOn(cycle, closing)) return true;
    if (isBusinessDay(closing, holidays)) count += 1;
  }
  return false;
}
