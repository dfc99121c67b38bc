import { setUpEntity } from '../../../kit/setup/entity';
import { node } from '../../../kit/setup/fields';

/** A place at which a scheme is in force. An assigned scheme can't be deleted (C8.034). */
export default setUpEntity({
  name: 'scheme-assignment',
  group: 'accounting',
  area: 'company_setup',
  levels: ['company'],
  feature: 'cost.allocation',
  words: {
    one: 'Scheme assignment',
    many: 'Scheme assignments',
    about: 'Where in the structure the scheme is in force.'
  },
  parent: { entity: 'scheme', onDelete: 'refuse' },
  fields: {
    node: node({
      label: 'In force at',
      hint: 'The company, an account group or an org point: the scheme holds there and for everything below.',
      kinds: ['company', 'account_group', 'org_point'],
      required: true
    })
  },
  keys: { node: { fields: ['node'], within: 'owner' } },
  titleFields: ['node']
});
