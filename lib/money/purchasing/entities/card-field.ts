import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text } from '../../../kit/setup/fields';

/** A field that a card customization shows, under a label of its own, in the order of the parts (C3.031). */
export default setUpEntity({
  name: 'card-field',
  group: 'purchasing',
  area: 'company_setup',
  levels: ['company'],
  words: { one: 'Card field', many: 'Card fields', about: 'What the cards show, in this order.' },
  parent: { entity: 'card-customization', onDelete: 'cascade' },
  ordered: true,
  titleFields: ['field'],
  fields: {
    field: choice({
      label: 'Shows',
      options: {
        alias: 'Card alias',
        number: 'Request number',
        supplier: 'Supplier',
        requester: 'Requester',
        limit: 'Purchase limit',
        neededBy: 'Needed by'
      },
      required: true,
      unique: true
    }),
    label: text({ label: 'Label', max: 25, required: true })
  }
});
