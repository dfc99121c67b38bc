import { setUpEntity } from '../../../kit/setup/entity';
import { text } from '../../../kit/setup/fields';

/** How the costs of a company are allocated: its accounting codes, the subsets of their values, and their defaults. */
export default setUpEntity({
  name: 'scheme',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Scheme',
    many: 'Schemes',
    about: 'How the costs of a company are allocated: accounting codes, subsets and default values.'
  },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    description: text({ label: 'Description', max: 1024, long: true })
  },
  copiesParts: true
});
