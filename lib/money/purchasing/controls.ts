import { z } from 'zod';
import { NO_CARD_NUMBER } from '../../core/entry/plain-text';

export const PERIODS = ['continuous', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Period = (typeof PERIODS)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The parts of a trip that a request can ask about (C3.070). */
export const TRAVEL_SECTIONS = ['agency', 'air', 'rail', 'vehicle', 'lodging'] as const;
export type TravelSection = (typeof TRAVEL_SECTIONS)[number];

const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/);
/** Words that were entered before. */
const words = z.string().refine(...NO_CARD_NUMBER);
const day = z.iso.date();
const weekday = z.enum(WEEKDAYS);

/** A time of day from 00:00 to 24:00, as minutes compare it. */
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** A part of a day of the week, half-open: its end does not belong to it. */
const hours = z.strictObject({ weekday, from: time, to: time });
export type Hours = z.infer<typeof hours>;

const velocity = z.strictObject({
  period: z.enum(PERIODS),
  amount: amount.nullable(),
  count: z.number().int().positive().nullable()
});

/**
 * What a card may do: the ten controls of its template (C3.017, C3.062–C3.070), and the limits that come with the type
 * and the supplier. A control that is off is null, or empty. Amounts are in the currency of the card.
 */
export const controlsSchema = z.strictObject({
  currency: z.string().length(3),
  timeZone: words,
  velocities: z.array(velocity).max(5),
  aging: z.strictObject({ amount, days: z.number().int().min(1).max(9999) }).nullable(),
  transactionLimit: z
    .strictObject({ amount: amount.nullable(), count: z.number().int().positive().nullable() })
    .nullable(),
  amountRange: z.strictObject({ min: amount, max: amount }).nullable(),
  exactAmounts: z
    .strictObject({
      bands: z
        .array(z.strictObject({ from: amount, to: amount }))
        .min(1)
        .max(10),
      once: z.boolean()
    })
    .nullable(),
  timeOfDay: z.array(hours).nullable(),
  curfew: z.array(hours).nullable(),
  validity: z.strictObject({ from: day, to: day }).nullable(),
  merchantName: z
    .strictObject({ match: z.enum(['starts', 'contains', 'equals']), names: z.array(words).min(1).max(10) })
    .nullable(),
  travel: z.array(z.enum(TRAVEL_SECTIONS)),
  /** The merchant categories of the purchase type, and its name; null for any. */
  purchaseType: z.strictObject({ name: words, codes: z.array(words).min(1) }).nullable(),
  /** The merchant of the supplier, if its cards are locked to it. */
  merchant: z.strictObject({ id: words, acquirerId: words.nullable() }).nullable()
});
export type Controls = z.infer<typeof controlsSchema>;

/** The ten controls of a template, in the order of its form. */
export const TEMPLATE_CONTROLS = [
  'velocity',
  'agingVelocity',
  'transactionLimit',
  'amountRange',
  'exactAmounts',
  'timeOfDay',
  'curfew',
  'validity',
  'merchantName',
  'travel'
] as const;
export type TemplateControl = (typeof TEMPLATE_CONTROLS)[number];

/** The controls of a template that are on. */
export function controlsOn(controls: Controls): TemplateControl[] {
  const on: Record<TemplateControl, boolean> = {
    velocity: controls.velocities.length > 0,
    agingVelocity: controls.aging !== null,
    transactionLimit: controls.transactionLimit !== null,
    amountRange: controls.amountRange !== null,
    exactAmounts: controls.exactAmounts !== null,
    timeOfDay: controls.timeOfDay !== null,
    curfew: controls.curfew !== null,
    validity: controls.validity !== null,
    merchantName: controls.merchantName !== null,
    travel: controls.travel.length > 0
  };
  return TEMPLATE_CONTROLS.filter((control) => on[control]);
}
