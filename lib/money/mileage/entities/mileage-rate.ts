import type { Refusal } from '../../../core/entry/refusal';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, currency, date, decimal, text, yesNo } from '../../../kit/setup/fields';
import { drivenAmong } from '../driven-among';

/** With the longest distance, an amount that the database can hold. */
const MOST = '999999.9999';
/** The longest distance of a year. */
const MOST_IN_YEAR = '9999999.9';

const distance = (label: string, hint?: string) =>
  decimal({ label, hint, scale: 1, positive: true, max: MOST_IN_YEAR, listed: false });
const paid = (label: string) => decimal({ label, scale: 4, positive: true, max: MOST, listed: false });

/** A step has its distance and its rate, and the second one comes after the first. */
const stepFaults = ({ secondFrom, secondRate, thirdFrom, thirdRate }: Steps): Refusal[] => [
  ...halfOf('second', secondFrom, secondRate),
  ...halfOf('third', thirdFrom, thirdRate),
  ...(thirdFrom !== null && (secondFrom === null || Number(thirdFrom) <= Number(secondFrom))
    ? [{ code: 'mileage.step.order' as const, field: 'thirdFrom' }]
    : [])
];

type Steps = Record<'secondFrom' | 'secondRate' | 'thirdFrom' | 'thirdRate', string | null>;

const halfOf = (step: 'second' | 'third', from: string | null, rate: string | null): Refusal[] =>
  (from === null) === (rate === null)
    ? []
    : [{ code: 'mileage.step.both', field: `${step}${from === null ? 'From' : 'Rate'}` }];

/**
 * The amount paid per distance driven: at most fifty rates (C9.026). A name has one rate for each time (C3.022), and a
 * new one from a day on closes the one before. It may step to another rate above a distance of the company's fiscal year,
 * twice at most. One by which a trip was paid becomes inactive instead of being deleted.
 */
export default setUpEntity({
  name: 'mileage-rate',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  feature: 'mileage',
  words: { one: 'Mileage rate', many: 'Mileage rates', about: 'Amount paid per distance driven.' },
  maximum: 50,
  fields: {
    name: text({ label: 'Name', max: 60, required: true }),
    rate: decimal({ label: 'Rate', scale: 4, positive: true, max: MOST, required: true }),
    perPassenger: decimal({
      label: 'Per passenger',
      hint: 'Added to the rate for each passenger.',
      scale: 4,
      min: '0',
      max: MOST
    }),
    secondFrom: distance(
      'Second rate above',
      'The distance with this vehicle in the fiscal year of the company, in the unit of the rate.'
    ),
    secondRate: paid('Second rate'),
    thirdFrom: distance('Third rate above'),
    thirdRate: paid('Third rate'),
    currency: currency({ label: 'Currency', required: true }),
    unit: choice({ label: 'Per', options: { mile: 'Mile', kilometer: 'Kilometer' }, required: true }),
    isDefault: yesNo({ label: 'Default rate', hint: 'Used where no other is chosen; it has no expiry.' }),
    effectiveFrom: date({ label: 'Effective from' }),
    expiresOn: date({ label: 'Expires on' })
  },
  keys: {
    rate: { fields: ['name', 'effectiveFrom'] },
    default: { fields: ['isDefault'], when: ({ isDefault }) => isDefault }
  },
  dated: { by: 'name', from: 'effectiveFrom', to: 'expiresOn', mark: 'isDefault' },
  inUse: drivenAmong,
  check: ({ isDefault, effectiveFrom, expiresOn, ...values }) => [
    ...stepFaults(values),
    ...(isDefault && expiresOn ? [{ code: 'mileage.default.expires' as const, field: 'expiresOn' }] : []),
    ...(effectiveFrom && expiresOn && effectiveFrom > expiresOn
      ? [{ code: 'date.from.after.to' as const, field: 'expiresOn' }]
      : [])
  ]
});
