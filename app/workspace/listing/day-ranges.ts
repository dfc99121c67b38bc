import type { Translate } from '@/lib/core/language/texts';
import { DAY_PERIODS, daysOf } from '@/lib/kit/listing/day-periods';

/** A range of days with a name; both ends are part of it, as `2026-02-28`. */
export interface DayRange {
  label: string;
  from: string;
  to: string;
}

/** The usual ranges of days around `today`, `2026-02-28`. */
export const dayRanges = (t: Translate, today: string): DayRange[] =>
  DAY_PERIODS.map((period) => ({ label: t(`listing.range.${period}`), ...daysOf(period, today) }));
