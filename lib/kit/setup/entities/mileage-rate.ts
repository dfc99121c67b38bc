import { setUpEntity } from '../entity';
import { choice, currency, date, decimal, text, yesNo } from '../fields';

/** The amount paid per distance driven: at most fifty rates (C9.026). */
export default setUpEntity({
  name: 'mileage-rate',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  feature: 'mileage',
  words: { one: 'Mileage rate', many: 'Mileage rates', about: 'Amount paid per distance driven.' },
  maximum: 50,
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    rate: decimal({ label: 'Rate', scale: 4, positive: true, required: true }),
    currency: currency({ label: 'Currency', required: true }),
    unit: choice({ label: 'Per', options: { mile: 'Mile', kilometer: 'Kilometer' }, required: true }),
    isDefault: yesNo({ label: 'Default rate', hint: 'Used where no other is chosen; it has no expiry.' }),
    effectiveFrom: date({ label: 'Effective from' }),
    expiresOn: date({ label: 'Expires on' })
  },
  keys: { default: { fields: ['isDefault'], when: ({ isDefault }) => isDefault } },
  check: ({ isDefault, effectiveFrom, expiresOn }) => [
    ...(isDefault && expiresOn ? [{ code: 'mileage.default.expires' as const, field: 'expiresOn' }] : []),
    ...(effectiveFrom && expiresOn && effectiveFrom > expiresOn
      ? [{ code: 'date.from.after.to' as const, field: 'expiresOn' }]
      : [])
  ]
});
