import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { NamedCycle } from '@/lib/kit/reports/schedules/cycles';
import type { Schedule } from '@/lib/kit/reports/schedules/schedule';

/** The weekdays of a month, the last one at the end. */
export const NTHS = [1, 2, 3, 4, 5] as const;

/** The name of a weekday, from 1, Monday. */
export const weekdayName = (tag: string, day: number): string =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)));

/** The rule of a schedule in words: "Every week: Monday, Thursday · 7:00 AM". */
export function ruleWords(
  { t, locale }: { t: Translate; locale: Locale },
  schedule: Schedule,
  cycles: readonly NamedCycle[]
): string {
  const tag = languageTag(locale);
  const { frequency, weekdays, monthDay, nth, weekday, businessDay, cycleId, fiscalPeriod, daysAfter, time } = schedule;
  const later = daysAfter ? `+ ${daysAfter}` : '';
  const detail = {
    daily: '',
    weekdays: '',
    last_business_day: '',
    after_bookings: '',
    weekly: weekdays.map((day) => weekdayName(tag, day)).join(', '),
    monthly: String(monthDay),
    nth_weekday: `${t(`report.nth.${(nth ?? 1) as (typeof NTHS)[number]}`)} ${weekdayName(tag, weekday ?? 1)}`,
    nth_business_day: String(businessDay),
    cycle_end: [cycles.find(({ id }) => id === cycleId)?.name, later].join(' ').trim(),
    fiscal_end: `${fiscalPeriod ? t(`report.fiscal.${fiscalPeriod}`) : ''} ${later}`.trim()
  }[frequency];
  const days = t(`report.frequency.${frequency}`);
  const clock = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' });
  const shown = clock.format(new Date(`1970-01-01T${time}Z`));
  return `${detail ? `${days}: ${detail}` : days} · ${frequency === 'after_bookings' ? t('report.schedule.earliest', { time: shown }) : shown}`;
}
