import { setUpEntity } from '../../../kit/setup/entity';
import { text } from '../../../kit/setup/fields';

/** A part of a scheme's values that is offered at some places (CD.42). */
export default setUpEntity({
  name: 'subset',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Subset',
    many: 'Subsets',
    about: 'Values of the scheme offered where the subset is assigned.'
  },
  parent: { entity: 'scheme', onDelete: 'cascade' },
  fields: {
    name: text({ label: 'Name', max: 60, required: true, unique: true }),
    description: text({ label: 'Description', max: 1024, long: true })
  }
});
