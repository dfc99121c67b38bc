'use client';

import { type FieldSpec, fieldId } from './field-spec';
import type { FormTexts } from './form-texts';

export interface FieldProps {
  formId: string;
  field: FieldSpec;
  value: string | number | boolean | readonly string[] | null | undefined;
  /** For a combobox: its text. */
  typed: string;
  fault: string | undefined;
  texts: FormTexts;
  shown: boolean;
  /** Whether the script will hide it: until then it is hidden where there is one. */
  awaited?: boolean;
  /** Whether a search hides it; it is sent nevertheless. */
  filtered?: boolean;
}

export function Required({ texts }: { texts: FormTexts }) {
  return (
    <>
      <span className="required" aria-hidden="true">
        *
      </span>
      <span className="visually-hidden"> ({texts.required})</span>
    </>
  );
}

export function Hint({ formId, field, texts }: Pick<FieldProps, 'formId' | 'field' | 'texts'>) {
  const hint = field.hint ?? (field.kind === 'list' ? texts.linesHint : undefined);
  return hint ? (
    <p className="hint" id={`${fieldId(formId, field)}-hint`}>
      {hint}
    </p>
  ) : null;
}

/** The fault of a field. `live`: it is told as soon as it is there, since no summary tells it. */
export function FieldFault({ id, fault, live = false }: { id: string; fault: string | undefined; live?: boolean }) {
  return (
    <p className="field-error" id={`${id}-error`} role={live ? 'alert' : undefined}>
      {fault}
    </p>
  );
}

/** The ARIA attributes of a control. */
export function describedBy({ formId, field, fault }: Pick<FieldProps, 'formId' | 'field' | 'fault'>) {
  const id = fieldId(formId, field);
  const hinted = field.hint || field.kind === 'list';
  return {
    'aria-describedby': [hinted && `${id}-hint`, fault && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': fault ? true : undefined
  } as const;
}
