'use client';

import type { FormEvent, ReactNode } from 'react';
import { type FormState, UNSENT } from './form-state';
import type { FailureTexts } from './guarded-action';
import { mayLeave } from './navigating';
import { usePostedForm } from './use-posted-form';

interface Props {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  texts: FailureTexts;
  hidden?: Record<string, string>;
  /** Whether it leads away from what is typed elsewhere on the page, so that this is asked about first. */
  leaves?: boolean;
  /** What it shows, and its buttons. */
  children: ReactNode;
}

/** A form without fields: posts the pressed button to its action, and shows the faults above. */
export function ActionForm({ action, texts, hidden = {}, leaves = false, children }: Props) {
  const { state, submit, send } = usePostedForm(action, texts, UNSENT);

  function press(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (leaves && !mayLeave(location.href, () => form.requestSubmit(submitter))) event.preventDefault();
    else send(event);
  }

  return (
    <form action={submit} onSubmit={press}>
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
