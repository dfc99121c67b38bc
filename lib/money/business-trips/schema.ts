import { z } from 'zod';
import { calendarDay, plainDate, plainTime } from '../../core/entry/date-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import { checkTripTimes, MOST_DAYS } from '../expenses/allowance-schema';

const typed = z.object({
  accountId: z.guid('required'),
  name: plainText({ max: 100 }),
  destinations: plainText({ max: 255 }),
  /** The company sets the most characters, 255 at most (C5.054): it becomes the description of lines. */
  purpose: plainText({ max: 255 }),
  firstDay: plainDate(),
  departure: plainTime(),
  lastDay: plainDate(),
  arrival: plainTime(),
  /** For a new trip: the place whose day allowance is asked for on each of its days. */
  allowance: optional(plainText({ max: 60 }))
});

/** The head of a business trip (C1.039). */
export const businessTripSchema = typed.superRefine(checkTripTimes);

export type BusinessTripEntry = z.output<typeof businessTripSchema>;

/** A day of a trip for which an allowance is asked, with the meals that were provided. */
export const tripDaySchema = z.strictObject({
  day: calendarDay(),
  destination: plainText({ max: 60 }),
  breakfast: z.boolean(),
  lunch: z.boolean(),
  dinner: z.boolean()
});

export type TripDay = z.infer<typeof tripDaySchema>;

/** The days of a trip that have an allowance. */
export const tripDaysSchema = z.object({ days: z.array(tripDaySchema).max(MOST_DAYS, 'invalid.entry') });
