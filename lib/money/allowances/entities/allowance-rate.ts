import { minorDigits } from '../../../core/entry/currency';
import type { Refusal } from '../../../core/entry/refusal';
import { setUpEntity } from '../../../kit/setup/entity';
import { currency, date, decimal, text } from '../../../kit/setup/fields';
import { paidAmong } from '../paid-among';

const MOST = '9999999.99';
const MOST_HOURS = '24';

/** The fields with an amount in the rate's currency. */
const AMOUNTS = ['fullDay', 'partDay', 'breakfast', 'lunch', 'dinner'] as const;

const amount = (label: string) => decimal({ label, scale: 3, min: '0', max: MOST });
const hours = (label: string, hint: string) => decimal({ label, hint, scale: 2, min: '0', max: MOST_HOURS });

/**
 * What a company pays for a day of a trip, by country or place (C1.003): all of it is entered by an administrator, since
 * laws change each year. A destination has one rate for each time, and a new one from a day on closes the one before. One
 * by which a day was paid becomes inactive instead of being deleted.
 */
export default setUpEntity({
  name: 'allowance-rate',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  feature: 'expense.reports',
  words: { one: 'Allowance rate', many: 'Allowance rates', about: 'Amount paid for each day of a trip.' },
  maximum: 500,
  fields: {
    name: text({
      label: 'Destination',
      hint: 'A country, or a place in it, such as Norway or Norway – Oslo.',
      max: 60,
      required: true
    }),
    currency: currency({ label: 'Currency', required: true }),
    fullDay: decimal({ label: 'Full day', scale: 3, positive: true, max: MOST, required: true }),
    partDay: amount('Part of a day'),
    partFrom: hours('Hours for part of a day', 'On the first and the last day. Empty: from the first minute on.'),
    fullFrom: hours('Hours for a full day', 'On the first and the last day. Empty: only the days in between are full.'),
    oneDayFrom: hours(
      'Hours for a one-day trip',
      'A shorter trip within one day has no allowance. Empty: as on the first day.'
    ),
    breakfast: amount('Deducted for breakfast'),
    lunch: amount('Deducted for lunch'),
    dinner: amount('Deducted for dinner'),
    effectiveFrom: date({ label: 'Effective from', required: true }),
    expiresOn: date({ label: 'Expires on' })
  },
  keys: { rate: { fields: ['name', 'effectiveFrom'] } },
  dated: { by: 'name', from: 'effectiveFrom', to: 'expiresOn' },
  inUse: paidAmong,
  check: (values): Refusal[] => {
    const scale = minorDigits(values.currency);
    const { effectiveFrom, expiresOn } = values;
    return [
      ...AMOUNTS.filter((field) => decimalsOf(values[field]) > scale).map(
        (field): Refusal => ({ code: 'number.too.many.decimals', field, params: { scale } })
      ),
      ...(expiresOn && effectiveFrom > expiresOn ? [{ code: 'date.from.after.to' as const, field: 'expiresOn' }] : [])
    ];
  }
});

const decimalsOf = (text: string | null) => text?.split('.')[1]?.replace(/0+$/, '').length ?? 0;
