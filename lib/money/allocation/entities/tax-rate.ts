import { setUpEntity } from '../../../kit/setup/entity';
import { date, percent, text } from '../../../kit/setup/fields';

/** A tax rate of a company; a company has at most ten (C9.029). */
export default setUpEntity({
  name: 'tax-rate',
  group: 'tax',
  area: 'company_setup',
  levels: ['company'],
  words: { one: 'Tax rate', many: 'Tax rates', about: 'Tax rates in percent.' },
  maximum: 10,
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    rate: percent({ label: 'Rate', scale: 4, min: 0, max: 100, required: true }),
    validFrom: date({ label: 'Valid from' }),
    validTo: date({ label: 'Valid to' })
  },
  check: ({ validFrom, validTo }) =>
    validFrom && validTo && validFrom > validTo ? [{ code: 'date.from.after.to', field: 'validTo' }] : []
});
