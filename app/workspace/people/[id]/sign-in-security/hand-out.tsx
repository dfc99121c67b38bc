'use client';

import { type FormState, UNSENT } from '../../../ui/form-state';
import type { FailureTexts } from '../../../ui/guarded-action';
import { usePostedForm } from '../../../ui/use-posted-form';

export interface HandOutState extends FormState {
  /** The content shown once: the link to the seed file and the sentence with the first PIN. */
  handed?: { file: { href: string; download: string }; firstPin: string };
}

interface Props {
  /** The user whose token waits; null afterwards. */
  waiting: string | null;
  action: (state: HandOutState, form: FormData) => Promise<HandOutState>;
  texts: FailureTexts & { title: string; explanation: string; download: string };
}

/** Lets an administrator hand out a user's token: the seed and PIN are shown here once and nowhere else. */
export function HandOut({ waiting, action, texts }: Props) {
  const { state, submit, send, pending } = usePostedForm<HandOutState>(action, texts, UNSENT);
  const { faults, handed } = state;
  if (!handed && !waiting) return null;
  return (
    <form action={submit} onSubmit={send} className="hand-out">
      <h3>{texts.title}</h3>
      {faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {handed ? (
        <div className="message message-success" role="status">
          <p>{handed.firstPin}</p>
          <a {...handed.file}>{texts.download}</a>
        </div>
      ) : (
        <>
          <p>{texts.explanation}</p>
          <input type="hidden" name="id" value={waiting ?? ''} />
          <button type="submit" aria-disabled={pending || undefined}>
            {texts.title}
          </button>
        </>
      )}
    </form>
  );
}
