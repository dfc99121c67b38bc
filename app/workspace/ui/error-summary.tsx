'use client';

import { useEffect, useRef } from 'react';
import { type FieldSpec, fieldId } from './field-spec';
import type { FormState } from './form-state';
import type { FormTexts } from './form-texts';

interface Props {
  formId: string;
  state: FormState;
  fields: FieldSpec[];
  texts: FormTexts;
}

/** What is wrong with a form that was sent; takes the focus, and each entry leads to its field. */
export function ErrorSummary({ formId, state, fields, texts }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.faults.length > 0) summary.current?.focus();
  }, [state]);
  if (state.faults.length === 0) return null;
  const header = state.faults.every(({ missing }) => missing)
    ? texts.missing
    : texts.problems[Math.min(state.faults.length, texts.problems.length) - 1];
  return (
    <div
      ref={summary}
      className="message message-problem"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the summary is what has to be read first after a failed try
      autoFocus
      aria-labelledby={`${formId}-problems`}
    >
      <h2 id={`${formId}-problems`}>{header}</h2>
      <ul>
        {state.faults.map(({ field, message }) => {
          const spec = fields.find(({ name }) => name === field);
          return (
            <li key={`${field} ${message}`}>{spec ? <a href={`#${fieldId(formId, spec)}`}>{message}</a> : message}</li>
          );
        })}
      </ul>
    </div>
  );
}
