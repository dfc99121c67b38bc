'use client';

import { Field } from '../ui/field';
import type { FieldSpec } from '../ui/field-spec';
import type { FormTexts } from '../ui/form-texts';
import { Example } from './example';

const SOURCE = '/workspace/approvals/people?for=delegation';
const FIELDS: { field: FieldSpec; value?: string[] }[] = [
  { field: { name: 'one', label: 'One person', kind: 'combobox', source: SOURCE, placeholder: 'Type a name' } },
  {
    field: {
      name: 'several',
      label: 'Several people',
      kind: 'people',
      required: true,
      source: SOURCE,
      options: [
        { value: 'malin.w', label: 'Malin Wikström' },
        { value: 'sato.h', label: '佐藤 花子' }
      ]
    },
    value: ['malin.w', 'sato.h']
  }
];

/** One person and several, picked by name. `id` distinguishes the two schemes of the page. */
export function People({ id, texts }: { id: string; texts: FormTexts }) {
  return (
    <Example name="Combobox of people, PeoplePicker: empty, with people">
      {FIELDS.map(({ field, value }) => (
        <Field
          key={field.name}
          formId={id}
          field={field}
          value={value}
          typed=""
          fault={undefined}
          texts={texts}
          shown
        />
      ))}
    </Example>
  );
}
