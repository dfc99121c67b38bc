'use client';

import { useCallback, useId, useRef } from 'react';
import { AskedForm, type Confirmation, type ConfirmTexts } from './confirm-form';
import type { FormState } from './form-state';

interface Props<State extends FormState> extends Confirmation<State> {
  /** The text of the button that opens the dialog. */
  label: string;
  texts: ConfirmTexts;
}

/** The client component of `Confirm`: a button, and the dialog that it opens, which stands in the page from the start. */
export function ConfirmDialog<State extends FormState>({ label, texts, ...confirmation }: Props<State>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  const id = useId();
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        <AskedForm {...{ confirmation, texts, close }} heading={<h2 id={id}>{confirmation.question}</h2>} />
      </dialog>
    </>
  );
}
