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
    about: 'Where the scheme applies.'
  },
  parent: { entity: 'scheme', onDelete: 'refuse' },
  fields: {
    node: node({
      label: 'Applies to',
      hint: 'A company, account group or org point. The scheme applies there and to everything inside.',
      kinds: ['company', 'account_group', 'org_point'],
      required: true
    })
  },
  keys: { node: { fields: ['node'], within: 'owner' } },
  titleFields: ['node']
});
