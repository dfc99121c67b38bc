import { setUpEntity } from '../../../kit/setup/entity';
import { choice, currency, date, decimal, text, yesNo } from '../../../kit/setup/fields';
import { drivenAmong } from '../driven-among';

/** With the longest distance, an amount that the database can hold. */
const MOST = '999999.9999';

/**
 * The amount paid per distance driven: at most fifty rates (C9.026). A name has one rate for each time (C3.022), and a
 * new one from a day on closes the one before. One by which a trip was paid becomes inactive instead of being deleted.
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
  check: ({ isDefault, effectiveFrom, expiresOn }) => [
    ...(isDefault && expiresOn ? [{ code: 'mileage.default.expires' as const, field: 'expiresOn' }] : []),
    ...(effectiveFrom && expiresOn && effectiveFrom > expiresOn
      ? [{ code: 'date.from.after.to' as const, field: 'expiresOn' }]
      : [])
  ]
});
