import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';

/** A range of days with a name; both ends are part of it, as `2026-02-28`. */
export interface DayRange {
  label: string;
  from: string;
  to: string;
}

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The usual ranges of days around `today`, `2026-02-28`. */
export function dayRanges(t: Translate, today: string): DayRange[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const at = month - 1;
  const quarter = at - (at % 3);
  const range = (label: TextKey, first: number, months: number): DayRange => ({
    label: t(label),
    from: iso(year, first, 1),
    to: iso(year, first + months, 0)
  });
  return [
    range('listing.range.month', at, 1),
    range('listing.range.month.last', at - 1, 1),
    range('listing.range.quarter', quarter, 3),
    range('listing.range.quarter.last', quarter - 3, 3),
    range('listing.range.year', 0, 12)
  ];
}
