import { setUpEntity } from '../../../kit/setup/entity';
import { node } from '../../../kit/setup/fields';

/** A place at which a subset is offered. An assigned subset can't be deleted (C8.034). */
export default setUpEntity({
  name: 'subset-assignment',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Subset assignment',
    many: 'Subset assignments',
    about: 'Where the subset is offered.'
  },
  parent: { entity: 'subset', onDelete: 'refuse' },
  fields: {
    node: node({ label: 'Offered at', kinds: ['company', 'account_group', 'org_point', 'account'], required: true })
  },
  keys: { node: { fields: ['node'], within: 'owner' } },
  titleFields: ['node']
});
