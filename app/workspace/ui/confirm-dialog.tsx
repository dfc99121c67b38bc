'use client';

import { type ReactNode, startTransition, useActionState, useEffect, useId, useMemo, useRef, useState } from 'react';
import { firstFocus } from './first-focus';
import { type FormState, UNSENT } from './form-state';
import { guarded } from './guarded-action';

interface Props<State extends FormState> {
  label: string;
  question: string;
  explanation?: ReactNode;
  confirmLabel: string;
  texts: { cancel: string; failed: string; serverDown: string };
  action: (state: FormState, form: FormData) => Promise<State>;
  /** Called after a success that leads to no other page. */
  done?: (state: State) => void;
  hidden?: Record<string, string | number>;
  danger: boolean;
  children?: ReactNode;
}

/** The client component of `Confirm`: a dialog once the script runs. */
export function ConfirmDialog<State extends FormState>(props: Props<State>) {
  const { label, question, explanation, confirmLabel, texts, action, done, hidden = {}, danger, children } = props;
  const [scripted, setScripted] = useState(false);
  const safe = useMemo(() => {
    const sent = async (before: FormState, form: FormData) => {
      const after = await action(before, form);
      if (after.faults.length === 0) done?.(after);
      return after;
    };
    return guarded<FormState>(sent, texts);
  }, [action, done, texts]);
  // Until the script runs, the form posts to the server action.
  const [state, submit, pending] = useActionState<FormState, FormData>(scripted ? safe : action, UNSENT);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => setScripted(true), []);
  const form = (
    <form
      action={submit}
      onSubmit={(event) => {
        event.preventDefault();
        const sent = new FormData(event.currentTarget);
        if (!pending) startTransition(() => submit(sent));
      }}
    >
      <h2 id={id}>{question}</h2>
      {explanation && <div>{explanation}</div>}
      {state.faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="actions">
        <button type="submit" className={danger ? 'danger' : 'primary'} aria-disabled={pending || undefined}>
          {confirmLabel}
        </button>
        {scripted && (
          // Enter should cancel, unless a text must be typed first.
          <button
            type="button"
            ref={danger && !children ? firstFocus : undefined}
            onClick={() => dialog.current?.close()}
          >
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  );
  if (!scripted) {
    return (
      <details className="confirm-part" open={state.faults.length > 0}>
        <summary className="button">{label}</summary>
        {form}
      </details>
    );
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        {form}
      </dialog>
    </>
  );
}
