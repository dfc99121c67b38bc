import { setUpEntity } from '../../../kit/setup/entity';
import { choice, currency, date, decimal, text, yesNo } from '../../../kit/setup/fields';

/**
 * The amount paid per distance driven: at most fifty rates (C9.026). A name has one rate for each time (C3.076), and a
 * new one from a day on closes the one before.
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
    rate: decimal({ label: 'Rate', scale: 4, positive: true, required: true }),
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
  check: ({ isDefault, effectiveFrom, expiresOn }) => [
    ...(isDefault && expiresOn ? [{ code: 'mileage.default.expires' as const, field: 'expiresOn' }] : []),
    ...(effectiveFrom && expiresOn && effectiveFrom > expiresOn
      ? [{ code: 'date.from.after.to' as const, field: 'expiresOn' }]
      : [])
  ]
});
