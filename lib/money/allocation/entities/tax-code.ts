import { setUpEntity } from '../../../kit/setup/entity';
import { percent, records, text } from '../../../kit/setup/fields';

/** How the tax of a transaction is treated. */
export default setUpEntity({
  name: 'tax-code',
  group: 'tax',
  area: 'company_setup',
  levels: ['company'],
  words: {
    one: 'Tax code',
    many: 'Tax codes',
    about: 'How the tax of a transaction is treated, with its rates.'
  },
  fields: {
    code: text({ label: 'Code', max: 10, pattern: [/^\S+$/, 'spaces.not.allowed'], required: true, unique: true }),
    name: text({ label: 'Description', max: 75, required: true }),
    rates: records({ label: 'Tax rates', target: { entity: 'tax-rate' }, most: 10, required: true }),
    recoverable: percent({ label: 'Recoverable', scale: 2, min: 0, max: 100, required: true })
  }
});
