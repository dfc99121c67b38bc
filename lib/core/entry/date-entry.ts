import { z } from 'zod';

/** A day of the calendar, from the year 1 on: the database knows no year 0. */
export const calendarDay = (message = 'date.invalid') =>
  z.iso.date(message).refine((date) => date >= '0001-01-01', message);

/** A calendar date as `2026-02-28`; one that the calendar doesn't have is refused (C5.073). */
export function plainDate({ min, max }: { min?: string; max?: string } = {}) {
  return z
    .string('required')
    .trim()
    .pipe(calendarDay())
    .superRefine((date, context) => {
      if (min !== undefined && date < min) fault('date.too.early', { minimum: min });
      if (max !== undefined && date > max) fault('date.too.late', { maximum: max });
      function fault(message: string, params: object) {
        context.addIssue({ code: 'custom', message, params });
      }
    });
}

/** A time of day as `09:30`. */
export const plainTime = () =>
  z
    .string('required')
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time.invalid');

/** The message for a range that runs backwards. */
type RangeFault = 'date.from.after.to' | 'start.not.before.end' | 'time.from.not.before.to';

/**
 * For `superRefine` of an object: refuses a range that runs backwards, at its end. Dates may be the same day
 * (C5.018: from ≤ to); a start must be before its end (C5.019), and so must times (C5.020).
 */
export function inOrder(from: string, to: string, message: RangeFault = 'date.from.after.to') {
  return (value: Record<string, unknown>, context: z.RefinementCtx) => {
    const [first, last] = [value[from], value[to]];
    if (first === undefined || first === null || last === undefined || last === null) return;
    const same = Number(first > last) === 0 && Number(first < last) === 0;
    if (first < last || (same && message === 'date.from.after.to')) return;
    context.addIssue({ code: 'custom', path: [to], message });
  };
}
