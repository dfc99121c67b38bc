'use client';

import { useRef } from 'react';
import { ConfirmQuestion } from './confirm-question';
import type { Confirmation, ConfirmTexts } from './confirmation';
import type { FormState } from './form-state';

interface Props<State extends FormState> extends Confirmation<State> {
  /** The text of the button that opens the dialog. */
  label: string;
  /** The rank of the button (buttons.css). */
  rank?: 'secondary' | 'quiet';
  /** Whether it is the main action of its record, which a list's key presses. */
  isMain?: boolean;
  texts: ConfirmTexts;
}

/** A button, and the dialog that it opens before anything is done, which stands in the page from the start. */
export function ConfirmDialog<State extends FormState>(props: Props<State>) {
  const { label, rank, isMain = false, texts, ...confirmation } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const main = isMain && { 'data-act': '', 'aria-keyshortcuts': 'A' };
  return (
    <>
      <button type="button" className={isMain ? 'primary' : rank} onClick={() => dialog.current?.showModal()} {...main}>
        {label}
      </button>
      <ConfirmQuestion ref={dialog} confirmation={confirmation} texts={texts} />
    </>
  );
}
