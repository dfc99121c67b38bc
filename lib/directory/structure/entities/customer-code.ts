import { setUpEntity } from '../../../kit/setup/entity';
import { text } from '../../../kit/setup/fields';

/** The code of a company's customer on a transaction (C5.048). */
export default setUpEntity({
  name: 'customer-code',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Customer code',
    many: 'Customer codes',
    about: 'What cardholders can choose as the customer of a transaction.'
  },
  viewLimit: 5_000,
  fields: {
    code: text({
      label: 'Customer Code',
      max: 25,
      pattern: [/[^0]/, 'customer.code.zeros'],
      required: true,
      unique: true
    }),
    name: text({ label: 'Description', max: 75, required: true })
  }
});
