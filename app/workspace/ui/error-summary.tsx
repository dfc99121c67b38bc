'use client';

import { useEffect, useRef } from 'react';
import { type FieldSpec, fieldId } from './field-spec';
import type { FormFault, FormState } from './form-state';
import type { FormTexts } from './form-texts';

interface Props {
  formId: string;
  state: FormState;
  fields: FieldSpec[];
  texts: FormTexts;
}

/** The error summary of a posted form; it takes the focus, and each entry links to its field. */
export function ErrorSummary({ formId, state, fields, texts }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.faults.length > 0) summary.current?.focus();
  }, [state]);
  if (state.faults.length === 0) return null;
  const header = state.faults.every((fault) => isMissing(fault, fields, state))
    ? texts.missing
    : texts.problems[Math.min(state.faults.length, texts.problems.length) - 1];
  return (
    <div
      ref={summary}
      className="message message-problem"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the summary must be read first after a failed attempt
      autoFocus
      aria-labelledby={`${formId}-problems`}
    >
      <h2 id={`${formId}-problems`}>{header}</h2>
      <ul>
        {state.faults.map(({ field, message }) => {
          const spec = fields.find(({ name }) => name === field);
          return (
            <li key={`${field} ${message}`}>
              {spec ? <a href={`#${fieldId(formId, spec)}`}>{named(message, spec, fields)}</a> : message}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Whether all faults are empty required fields, whichever check reported them. */
function isMissing({ field, missing }: FormFault, fields: readonly FieldSpec[], { values }: FormState): boolean {
  if (missing) return true;
  const typed = field === undefined ? undefined : (values[`${field}.typed`] ?? values[field]);
  return fields.some(({ name, required }) => name === field && required) && typed?.length === 0;
}

/** A message that makes sense without its field (C8.022); the group tells fields of the same label apart. */
function named(message: string, { label, group }: FieldSpec, fields: readonly FieldSpec[]): string {
  const isAmbiguous = fields.filter((field) => field.label === label).length > 1;
  return [isAmbiguous && group, !message.includes(label) && label, message].filter(Boolean).join(': ');
}
