'use client';

import { useState } from 'react';
import { describedBy, FieldFault, type FieldProps, Hint, Required } from './field-parts';
import { fieldId } from './field-spec';
import { FileDrop } from './file-drop';
import type { FileRules } from './file-refusal';

/** A field for a file: why it isn't taken stands below it at once, before anything is sent. */
export function FileField({ rules, ...props }: FieldProps & { rules: FileRules }) {
  const { formId, field, texts, shown, filtered = false } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = fieldId(formId, field);
  const fault = refusal ?? props.fault;
  return (
    <div className={`field${field.half ? ' field-half' : ''}`} hidden={!shown || filtered}>
      <label htmlFor={id}>
        {field.label}
        {field.required && <Required texts={texts} />}
      </label>
      <Hint {...props} />
      <FileDrop
        id={id}
        name={field.name}
        aria-required={field.required || undefined}
        disabled={!shown}
        rules={rules}
        onRefusal={setRefusal}
        {...describedBy({ formId, field, fault })}
      />
      <FieldFault id={id} fault={fault} live={refusal !== null} />
    </div>
  );
}
