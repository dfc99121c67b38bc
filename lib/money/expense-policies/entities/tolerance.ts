import type { Refusal } from '../../../core/entry/refusal';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, decimal } from '../../../kit/setup/fields';

/** Twelve digits before the decimal point (C5.058). */
const MOST = '999999999999.99';
const MOST_PERCENT = 99;

/**
 * By how much an expense may pass a limit of its policy (C2.024, C3.023): up to the minimum nothing is said, up to the
 * maximum somebody explains, above it is refused (CD.64).
 */
export default setUpEntity({
  name: 'tolerance',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  feature: 'expense.reports',
  words: {
    one: 'Tolerance',
    many: 'Tolerances',
    about: 'By how much an expense may pass a limit of the expense policy.'
  },
  titleFields: ['kind'],
  fields: {
    kind: choice({
      label: 'Tolerances',
      options: { amount: 'Amount', percent: 'Percent' },
      required: true,
      unique: true
    }),
    minimum: decimal({
      label: 'Minimum',
      hint: 'Up to this, nothing is said.',
      scale: 2,
      min: '0',
      max: MOST,
      required: true
    }),
    maximum: decimal({
      label: 'Maximum',
      hint: 'Up to this, an explanation is asked for; above it the expense is refused.',
      scale: 2,
      min: '0',
      max: MOST,
      required: true
    })
  },
  check: ({ kind, minimum, maximum }): Refusal[] => {
    if (kind === 'percent' && Number(maximum) > MOST_PERCENT)
      return [{ code: 'number.too.large', field: 'maximum', params: { maximum: MOST_PERCENT } }];
    return unitsOf(minimum) > unitsOf(maximum) ? [{ code: 'tolerance.min.max', field: 'minimum' }] : [];
  }
});

/** In hundredths, exactly. */
function unitsOf(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}
