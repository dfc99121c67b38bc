import { z } from 'zod';
import { plainDate } from '../../core/entry/date-entry';
import { decimalNumber, wholeNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import { plainText } from '../../core/entry/plain-text';
import { distanceBetween } from '../mileage/trip-amount';

/** The longest trip, and what the odometer of a vehicle can show. */
const MOST_DISTANCE = 99_999.9;
const MOST_READING = 9_999_999.9;

const MOST_PASSENGERS = 8;

/** How a distance is known. */
const MEASURES = ['distance', 'odometer'] as const;

const reading = () => optional(decimalNumber({ scale: 1, min: 0, max: MOST_READING }));

const typed = z.object({
  spentOn: plainDate(),
  vehicle: plainText({ max: 60 }),
  /** Where it led. */
  route: plainText({ max: 80 }),
  expenseTypeId: z.guid('required'),
  measure: z.enum(MEASURES),
  distance: optional(decimalNumber({ scale: 1, positive: true, max: MOST_DISTANCE })),
  odometerStart: reading(),
  odometerEnd: reading(),
  passengers: wholeNumber({ min: 0, max: MOST_PASSENGERS }).default(0),
  /** The company sets the most characters, 255 at most (C5.054). */
  description: plainText({ max: 255 })
});

type Typed = z.output<typeof typed>;

/** A trip on an expense report: its distance is typed, or read from the odometer, whose start is less than its end (C5.021). */
export const tripSchema = typed.superRefine(measured).transform(({ measure, distance, ...entry }) => {
  if (measure === 'distance') return { ...entry, odometerStart: null, odometerEnd: null, distance: distance ?? '' };
  return { ...entry, distance: distanceBetween(entry.odometerStart ?? '', entry.odometerEnd ?? '') };
});

export type TripEntry = z.output<typeof tripSchema>;

/** Each measure has what it needs. */
function measured({ measure, distance, odometerStart, odometerEnd }: Typed, context: z.RefinementCtx): void {
  const fault = (field: keyof Typed, message: string, params?: object) =>
    context.addIssue({ code: 'custom', path: [field], message, params });
  if (measure === 'distance') {
    if (distance === null) fault('distance', 'required');
    return;
  }
  if (odometerStart === null) fault('odometerStart', 'required');
  if (odometerEnd === null) fault('odometerEnd', 'required');
  if (odometerStart === null || odometerEnd === null) return;
  const between = Number(distanceBetween(odometerStart, odometerEnd));
  if (between <= 0) fault('odometerEnd', 'mileage.odometer.order');
  if (between > MOST_DISTANCE) fault('odometerEnd', 'mileage.odometer.far', { maximum: MOST_DISTANCE });
}
