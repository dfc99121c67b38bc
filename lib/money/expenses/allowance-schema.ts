import { z } from 'zod';
import { daysBetween } from '../../core/calendar/days';
import { calendarDay, plainDate, plainTime } from '../../core/entry/date-entry';
import { plainText } from '../../core/entry/plain-text';

/** The most days of a trip. */
export const MOST_DAYS = 62;

/** The days on which a meal was provided; those outside of the trip count for nothing. */
const mealDays = () => z.array(calendarDay()).max(MOST_DAYS, 'invalid.entry').default([]);

const typed = z.object({
  destination: plainText({ max: 60 }),
  expenseTypeId: z.guid('required'),
  firstDay: plainDate(),
  departure: plainTime(),
  lastDay: plainDate(),
  arrival: plainTime(),
  /** Whether it goes on from another part of the same trip, or to another one. */
  follows: z.stringbool('invalid.entry').default(false),
  goesOn: z.stringbool('invalid.entry').default(false),
  breakfast: mealDays(),
  lunch: mealDays(),
  dinner: mealDays(),
  /** The company sets the most characters, 255 at most (C5.054). */
  description: plainText({ max: 255 })
});

type TripTimes = Pick<z.output<typeof typed>, 'firstDay' | 'departure' | 'lastDay' | 'arrival'>;

/** The rule of a trip's time: it begins before it ends, by the clocks of either place (C5.018, C5.020). */
export function checkTripTimes(
  { firstDay, departure, lastDay, arrival }: TripTimes,
  context: z.core.$RefinementCtx
): void {
  const fault = (field: string, message: string, params?: object) =>
    context.addIssue({ code: 'custom', path: [field], message, params });
  const between = daysBetween(firstDay, lastDay);
  if (between < 0) fault('lastDay', 'date.from.after.to');
  else if (between === 0 && departure >= arrival) fault('arrival', 'time.from.not.before.to');
  else if (between >= MOST_DAYS) fault('lastDay', 'allowance.too.long', { maximum: MOST_DAYS });
}

/** A trip with a day allowance (C1.003). */
export const allowanceSchema = typed.superRefine(checkTripTimes);

export type AllowanceEntry = z.output<typeof allowanceSchema>;
