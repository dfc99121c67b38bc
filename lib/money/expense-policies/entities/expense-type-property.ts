import type { Refusal } from '../../../core/entry/refusal';
import { setUpEntity } from '../../../kit/setup/entity';
import { choice, text } from '../../../kit/setup/fields';
import { PROPERTIES, type Property, presetOf } from '../details';

/** What an expense of a type is asked besides amount and day: ten properties at most (C9.025). */
export default setUpEntity({
  name: 'expense-type-property',
  group: 'expenses',
  area: 'company_setup',
  levels: ['company'],
  words: {
    one: 'Field property',
    many: 'Field properties',
    about: 'The fields of an expense of this type, in order.'
  },
  parent: { entity: 'expense-type', onDelete: 'cascade' },
  maximum: 10,
  ordered: true,
  titleFields: ['property'],
  fields: {
    property: choice({
      label: 'Field',
      options: PROPERTIES,
      required: true,
      unique: true
    }),
    asked: choice({
      label: 'Shown',
      options: { optional: 'Optional', required: 'Required', hidden: 'Not shown' },
      required: true
    }),
    preset: text({ label: 'Default value', hint: 'A field that isn’t shown always has it.', max: 80 })
  },
  check: ({ property, asked, preset }): Refusal[] => {
    if (preset && presetOf(property as Property, preset) === undefined)
      return [{ code: 'invalid.field', field: 'preset' }];
    return asked === 'hidden' && !preset ? [{ code: 'required.field', field: 'preset' }] : [];
  }
});
