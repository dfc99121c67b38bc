import { type Day, partsOf } from '../../../core/calendar/days';
import { type Cycle, closesOn } from '../../../kit/reports/schedules/cycle';

/** Longer than any cycle: a quarter. */
const LONGEST_CYCLE = 100;

export const endOfLastMonth = (today: Day): Day => today - partsOf(today).date;

/** The last day before today on which statements closed: by the only reporting cycle, else with the calendar month. */
export function lastClosingOf(cycles: readonly Cycle[], today: Day): Day {
  const [only] = cycles.length === 1 ? cycles : [];
  for (let day = today - 1; only && day >= today - LONGEST_CYCLE; day -= 1) if (closesOn(only, day)) return day;
  return endOfLastMonth(today);
}
