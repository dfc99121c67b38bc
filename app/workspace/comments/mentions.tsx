'use client';

import type { Ref } from 'react';
import { FieldFault, type FieldProps, Hint } from '../ui/field-parts';
import { fieldId } from '../ui/field-spec';
import { PeoplePicker, type PickedPeople } from '../ui/people-picker';

type Props = Pick<FieldProps, 'formId' | 'field' | 'typed' | 'fault' | 'texts'> & {
  /** Takes the people who are mentioned in the text. */
  picked: Ref<PickedPeople>;
};

/** The people who are mentioned in a comment. */
export function Mentions({ picked, ...field }: Props) {
  const id = fieldId(field.formId, field.field);
  return (
    <div className="field">
      <label htmlFor={id}>{field.field.label}</label>
      <Hint {...field} />
      <PeoplePicker {...field} value={[]} shown ref={picked} />
      <FieldFault id={id} fault={field.fault} />
    </div>
  );
}
