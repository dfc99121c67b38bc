import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text, whole, yesNo } from '../../../kit/setup/fields';

/** A field to fill in with a reason (C9.033). */
export default setUpEntity({
  name: 'reason-field',
  group: 'accounts',
  area: 'issuer_setup',
  levels: ['issuer'],
  words: { one: 'Reason field', many: 'Reason fields', about: 'Fields to fill in with the reason.' },
  parent: { entity: 'reason-code', onDelete: 'cascade' },
  maximum: 99,
  ordered: true,
  fields: {
    name: text({ label: 'Label', max: 25, required: true, unique: true }),
    type: choice({
      label: 'Type',
      options: { text: 'Text', number: 'Number', date: 'Date', boolean: 'Yes or no' },
      required: true
    }),
    length: whole({
      label: 'Length',
      min: 1,
      max: 255,
      required: true,
      when: { field: 'type', is: ['text', 'number'] }
    }),
    mandatory: yesNo({ label: 'Required' })
  }
});
