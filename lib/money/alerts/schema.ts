import { z } from 'zod';
import { minorDigits } from '../../core/entry/currency';
import { plainTime } from '../../core/entry/date-entry';
import { MERCHANT_CATEGORIES } from '../../core/entry/merchant-categories';
import { decimalNumber, wholeNumber } from '../../core/entry/number-entry';
import { optional } from '../../core/entry/optional';
import { plainText, soughtText } from '../../core/entry/plain-text';
import { currency, timeZoneSchema } from '../../directory/structure/schema';

/**
 * What an alert measures: a single charge, the charges of a card or of a place in a period, an authorization that a virtual
 * card declined or answered out of hours, or a charge that waits too long for its review or its receipt.
 */
export const MEASURES = [
  ...(['charge', 'charge_share', 'any', 'card_total', 'card_share', 'place_total'] as const),
  ...(['country_in', 'country_outside', 'declined', 'out_of_hours', 'unreviewed', 'no_receipt'] as const)
] as const;
export type Measure = (typeof MEASURES)[number];

/** The measures by an amount, by a share of the credit limit, over a period, by country, and by how long a charge waits. */
export const BY_AMOUNT: readonly Measure[] = ['charge', 'card_total', 'place_total'];
export const BY_SHARE: readonly Measure[] = ['charge_share', 'card_share'];
export const OVER_PERIOD: readonly Measure[] = ['card_total', 'card_share', 'place_total'];

export const BY_COUNTRY: readonly Measure[] = ['country_in', 'country_outside'];
export const BY_DAYS: readonly Measure[] = ['unreviewed', 'no_receipt'];
export const BY_HOURS: readonly Measure[] = ['out_of_hours'];
/** The measures of what cards answered, which takes a right of its own (C6.032). */
export const OF_ANSWERS: readonly Measure[] = ['declined', 'out_of_hours'];

export const PERIODS = ['day', 'week', 'month'] as const;

/** The database's maximum. */
const MOST_AMOUNT = '999999999999999';
const MOST_RECIPIENTS = 5;
const MOST_COUNTRIES = 60;
/** The most days that a charge may wait. */
export const MOST_DAYS = 90;

/** What an alert says, as entered (C2.027). */
const ruleFields = {
  nodeId: z.string('required').pipe(z.guid('alert.place.gone')),
  measure: z.enum(MEASURES, 'required'),
  amount: optional(decimalNumber({ positive: true, max: MOST_AMOUNT, scale: 4 })),
  currency: optional(currency),
  /** Of the credit limit (C5.037). */
  percent: optional(wholeNumber({ min: 1, max: 100 })),
  period: optional(z.enum(PERIODS)),
  early: z.boolean().default(false),
  /** Of merchants, by ISO 3166-1. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'invalid.entry'))
    .max(MOST_COUNTRIES, 'invalid.entry')
    .default([])
    .transform((picked) => [...new Set(picked)].sort()),
  /** How long a charge may wait after its posting. */
  days: optional(wholeNumber({ min: 1, max: MOST_DAYS })),
  /** The times of a clock between which, over midnight if the first is later, and the clock's zone. */
  fromTime: optional(plainTime()),
  toTime: optional(plainTime()),
  weekends: z.boolean().default(false),
  timeZone: optional(timeZoneSchema),
  categories: z
    .array(z.enum(MERCHANT_CATEGORIES, 'invalid.entry'))
    .default([])
    .transform((picked) => [...new Set(picked)].sort()),
  merchant: optional(plainText({ max: 80 }))
};
const ruleObject = z.object(ruleFields);

/** Refuses a measure without its fields, and drops those of others. */
function complete(value: z.output<typeof ruleObject>, context: z.RefinementCtx): void {
  const demand = (path: keyof typeof ruleFields, message: string, params = {}) =>
    context.addIssue({ code: 'custom', path: [path], message, params });
  const needed = [
    ...(BY_AMOUNT.includes(value.measure) ? (['amount', 'currency'] as const) : []),
    ...(BY_SHARE.includes(value.measure) ? (['percent'] as const) : []),
    ...(OVER_PERIOD.includes(value.measure) ? (['period'] as const) : []),
    ...(BY_DAYS.includes(value.measure) ? (['days'] as const) : []),
    ...(BY_HOURS.includes(value.measure) ? (['timeZone'] as const) : []),
    ...(BY_HOURS.includes(value.measure) && !value.weekends ? (['fromTime', 'toTime'] as const) : []),
    ...(value.fromTime !== null ? (['toTime'] as const) : []),
    ...(value.toTime !== null ? (['fromTime'] as const) : [])
  ];
  for (const field of new Set(needed)) if (value[field] === null) demand(field, 'required.field');
  if (BY_COUNTRY.includes(value.measure) && value.countries.length === 0) demand('countries', 'required.field');
  if (value.fromTime !== null && value.fromTime === value.toTime) demand('toTime', 'alert.hours.same');
  const scale = value.currency ? minorDigits(value.currency) : 4;
  if ((value.amount?.split('.')[1] ?? '').length > scale) demand('amount', 'number.too.many.decimals', { scale });
  if (value.measure === 'any' && value.categories.length === 0 && value.merchant === null)
    demand('merchant', 'alert.any.needs');
}

const only = <T extends z.output<typeof ruleObject>>(value: T): T => ({
  ...value,
  ...(!BY_AMOUNT.includes(value.measure) && { amount: null, currency: null }),
  ...(!BY_SHARE.includes(value.measure) && { percent: null }),
  ...(!OVER_PERIOD.includes(value.measure) && { period: null, early: false }),
  ...(!BY_COUNTRY.includes(value.measure) && { countries: [] }),
  ...(!BY_DAYS.includes(value.measure) && { days: null }),
  ...(!BY_HOURS.includes(value.measure) && { fromTime: null, toTime: null, weekends: false, timeZone: null })
});

/** The rule alone, for the sentence and the preview while it is entered. */
export const ruleSchema = ruleObject.superRefine(complete).transform(only);
export type RuleEntry = z.output<typeof ruleSchema>;

/** A spending alert as entered (C2.027). */
export const alertSchema = z
  .object({
    name: plainText({ max: 60 }),
    ...ruleFields,
    /** The user ids of those who are told. */
    recipients: z
      .array(soughtText(255))
      .default([])
      .transform((ids) => [...new Set(ids.map((id) => id.trim()).filter(Boolean))])
      .pipe(z.array(z.string()).min(1, 'alert.nobody').max(MOST_RECIPIENTS, 'alert.recipients.many')),
    /** The integrator that is told, too. */
    integratorId: optional(z.guid('alert.integrator.gone'))
  })
  .superRefine(complete)
  .transform(only);
export type AlertEntry = z.output<typeof alertSchema>;
