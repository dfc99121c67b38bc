import type { Holidays } from '@/lib/core/calendar/days';
import { type Cycle, FISCAL_UNITS } from '@/lib/kit/reports/schedules/cycle';
import type { Timing } from '@/lib/kit/reports/schedules/next-due';
import { ADJUSTMENTS, FREQUENCIES, lackingOf } from '@/lib/kit/reports/schedules/rule';
import { timingOf } from '@/lib/kit/reports/schedules/timing';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** When the schedule in a form runs; null while something is missing. The action checks the form itself. */
export function timingTyped(
  form: FormData,
  { cycles, fiscalStart }: { cycles: Readonly<Record<string, Cycle>>; fiscalStart: number | null },
  holidays: Holidays
): Timing | null {
  const text = (name: string) => String(form.get(name) ?? '');
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)));
  const [time, startsOn, endsOn, timeZone] = [text('time'), text('startsOn'), text('endsOn'), text('timeZone')];
  if (!/^\d\d:\d\d$/.test(time) || !DAY.test(startsOn) || timeZone === '') return null;
  const frequency = FREQUENCIES.find((one) => one === text('frequency'));
  if (!frequency) return null;
  const cycleId = text('cycleId') || null;
  const entry = {
    frequency,
    cycleId,
    weekdays: form.getAll('weekdays').map(Number),
    monthDay: number('monthDay'),
    nth: number('nth'),
    weekday: number('weekday'),
    businessDay: number('businessDay'),
    adjustment: ADJUSTMENTS.find((one) => one === text('adjustment')) ?? 'none',
    fiscalPeriod: FISCAL_UNITS.find((one) => one === text('fiscalPeriod')) ?? null,
    daysAfter: number('daysAfter'),
    time,
    timeZone,
    startsOn,
    endsOn: DAY.test(endsOn) ? endsOn : null
  };
  if (lackingOf(entry).length > 0) return null;
  return timingOf(entry, { cycle: cycles[cycleId ?? ''] ?? null, fiscalStart }, holidays);
}
