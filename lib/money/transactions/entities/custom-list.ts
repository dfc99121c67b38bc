import { setUpEntity } from '../../../kit/setup/entity';
import { lines, text } from '../../../kit/setup/fields';

/** The choices of custom data fields of type list. */
export default setUpEntity({
  name: 'custom-list',
  group: 'fields',
  area: 'company_setup',
  levels: ['company'],
  feature: 'custom.fields',
  words: {
    one: 'Custom list',
    many: 'Custom lists',
    about: 'Lists of choices for custom data fields.'
  },
  maximum: 3,
  fields: {
    name: text({ label: 'Name', max: 25, required: true, unique: true }),
    values: lines({ label: 'List values', hint: 'One per line.', most: 50, max: 80, required: true })
  }
});
