'use client';

import { useActionState } from 'react';
import { type FormState, UNSENT } from '../../../ui/form-state';

export interface HandOutState extends FormState {
  /** What is shown once: the link that saves the seed file, and the sentence with the first PIN. */
  handed?: { file: { href: string; download: string }; firstPin: string };
}

interface Props {
  /** The user whose token waits; null once it doesn't. */
  waiting: string | null;
  action: (state: HandOutState, form: FormData) => Promise<HandOutState>;
  texts: { title: string; explanation: string; download: string };
}

/** Where an administrator takes a user's token to hand it out: what it shows is nowhere else, and gone with the page. */
export function HandOut({ waiting, action, texts }: Props) {
  const [{ faults, handed }, submit, pending] = useActionState<HandOutState, FormData>(action, UNSENT);
  if (!handed && !waiting) return null;
  return (
    <form action={submit} className="hand-out">
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
