'use client';

import { type RefObject, useCallback, useId, useMemo, useState } from 'react';
import type { Confirmation, ConfirmTexts } from './confirmation';
import { firstFocus } from './first-focus';
import { type FormState, UNSENT } from './form-state';
import { useHeld } from './fresh';
import { usePostedForm } from './use-posted-form';

interface Props<State extends FormState> {
  confirmation: Confirmation<State>;
  texts: ConfirmTexts;
  /** `showModal` asks. */
  ref: RefObject<HTMLDialogElement | null>;
}

/** The dialog that asks before an act: its fields, the button that acts, and the one that doesn't. A success closes it. */
export function ConfirmQuestion<State extends FormState>({ confirmation, texts, ref }: Props<State>) {
  const { question, action, done, explanation, confirmLabel, hidden = {}, danger, children } = confirmation;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  useHeld(isOpen);
  const close = useCallback(() => ref.current?.close(), [ref]);
  const sent = useMemo(
    () => async (before: FormState, form: FormData) => {
      const after = await action(before, form);
      if (after.faults.length > 0) return after;
      close();
      done?.(after);
      return after;
    },
    [action, close, done]
  );
  const { state, submit, send, pending } = usePostedForm<FormState>(sent, texts, UNSENT, action);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
    >
      <form action={submit} onSubmit={send}>
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
          {/* Enter should cancel, unless a text must be typed first. */}
          <button type="button" ref={danger && !children ? firstFocus : undefined} onClick={close}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
