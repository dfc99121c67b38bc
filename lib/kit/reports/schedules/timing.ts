import type { Holidays } from '../../../core/calendar/days';
import { type Cycle, fiscalCycle } from './cycle';
import type { Timing } from './next-due';
import type { Rule } from './rule';
import type { ScheduleEntry } from './schema';

/** The fields of a rule that the frequency has. */
type RuleEntry = Pick<
  ScheduleEntry,
  'frequency' | 'weekdays' | 'monthDay' | 'nth' | 'weekday' | 'businessDay' | 'daysAfter' | 'fiscalPeriod'
>;

/** What a schedule's days are counted by: its reporting cycle, and the first month of the fiscal year. */
export interface Periods {
  cycle: Cycle | null;
  fiscalStart: number | null;
}

/** The rule of entered fields; null: its cycle, or its fiscal year, is unknown. */
function ruleOf(entry: RuleEntry, { cycle, fiscalStart }: Periods): Rule | null {
  const { frequency, weekdays, monthDay, nth, weekday, businessDay, daysAfter, fiscalPeriod } = entry;
  switch (frequency) {
    case 'weekly':
      return { frequency, weekdays };
    case 'monthly':
      return { frequency, monthDay: monthDay ?? 1 };
    case 'nth_weekday':
      return { frequency, nth: nth ?? 1, weekday: weekday ?? 1 };
    case 'nth_business_day':
      return { frequency, businessDay: businessDay ?? 1 };
    case 'cycle_end':
      return cycle && { frequency, cycle, daysAfter: daysAfter ?? 0 };
    case 'fiscal_end':
      return fiscalStart === null || !fiscalPeriod
        ? null
        : { frequency, cycle: fiscalCycle(fiscalStart, fiscalPeriod), daysAfter: daysAfter ?? 0 };
    default:
      return { frequency };
  }
}

type TimingEntry = RuleEntry & Pick<ScheduleEntry, 'adjustment' | 'time' | 'timeZone' | 'startsOn' | 'endsOn'>;

/** When an entered schedule runs; null: its cycle, or its fiscal year, is unknown. */
export function timingOf(entry: TimingEntry, periods: Periods, holidays: Holidays): Timing | null {
  const rule = ruleOf(entry, periods);
  const { adjustment, time, timeZone, startsOn, endsOn } = entry;
  return rule && { rule, adjustment, holidays, time, timeZone, startsOn, endsOn: endsOn ?? null };
}
