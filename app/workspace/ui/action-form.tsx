'use client';

import type { ReactNode } from 'react';
import { type FormState, UNSENT } from './form-state';
import type { FailureTexts } from './guarded-action';
import { usePostedForm } from './use-posted-form';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  texts: FailureTexts;
  hidden?: Record<string, string>;
  /** What it shows, and its buttons. */
  children: ReactNode;
}

/** A form without fields: posts the pressed button to its action, and shows the faults above. */
export function ActionForm({ action, texts, hidden = {}, children }: Props) {
  const { state, submit, send } = usePostedForm(action, texts, UNSENT);
  return (
    <form action={submit} onSubmit={send}>
      {state.faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
