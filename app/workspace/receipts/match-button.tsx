'use client';

import { useState } from 'react';
import { type FormState, UNSENT } from '../ui/form-state';
import { guarded } from '../ui/guarded-action';
import { toast } from '../ui/toasts';

interface Props {
  receiptId: string;
  transactionId: string;
  /** Whether the amounts are equal: it is very likely this one. */
  isEqual: boolean;
  match: (form: FormData) => Promise<FormState>;
  detach: (form: FormData) => Promise<FormState>;
  texts: Record<'detached' | 'failed' | 'label' | 'match' | 'matched' | 'sending' | 'serverDown', string>;
}

/** Matches a receipt to a transaction at once; the toast takes it back. */
export function MatchButton({ receiptId, transactionId, isEqual, match, detach, texts }: Props) {
  const [isSending, setSending] = useState(false);

  async function send(action: Props['match']): Promise<boolean> {
    const form = new FormData();
    form.set('id', receiptId);
    form.set('transaction', transactionId);
    const { faults } = await guarded<FormState>((_, sent) => action(sent), texts)(UNSENT, form);
    if (faults[0]) toast(faults[0].message);
    return faults.length === 0;
  }

  async function press(): Promise<void> {
    if (isSending) return;
    setSending(true);
    const isDone = await send(match);
    setSending(false);
    if (isDone)
      toast(texts.matched, async () => {
        if (await send(detach)) toast(texts.detached);
      });
  }

  return (
    <button
      type="button"
      className={isEqual ? 'primary' : undefined}
      aria-label={texts.label}
      aria-disabled={isSending || undefined}
      onClick={press}
    >
      {isSending ? texts.sending : texts.match}
    </button>
  );
}
