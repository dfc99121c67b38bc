import { setUpEntity } from '../../../kit/setup/entity';
import { lines, text } from '../../../kit/setup/fields';

/** A group of merchant category codes (ISO 18245). */
export default setUpEntity({
  name: 'merchant-category-group',
  group: 'accounting',
  area: 'company_setup',
  levels: ['issuer', 'company'],
  feature: 'cost.allocation',
  inherits: true,
  words: {
    one: 'Merchant category group',
    many: 'Merchant category groups',
    about: 'Merchant category codes with the same default values.'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    codes: lines({
      label: 'Merchant category codes',
      hint: 'Four digits each, one per line.',
      most: 500,
      max: 4,
      pattern: [/^\d{4}$/, 'merchant.category.invalid'],
      required: true
    })
  }
});
