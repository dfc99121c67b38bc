'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { UNSENT } from '../ui/form-state';
import { Fresh } from '../ui/fresh';
import type { FailureTexts } from '../ui/guarded-action';
import { usePostedForm } from '../ui/use-posted-form';
import type { StudioState } from './studio-state';

interface Props {
  action: (state: StudioState, form: FormData) => Promise<StudioState>;
  id?: string;
  className: string;
  hidden: Record<string, string>;
  texts: FailureTexts;
  problems?: ReactNode;
  /** Differs each time that the server has rendered the fields. */
  rendered: string;
  children: ReactNode;
}

/** The client component of `StudioForm`: posts it, and says above it what was refused. */
export function StudioFormLeaf({ action, texts, hidden, problems, rendered, children, ...attributes }: Props) {
  const { state, submit, send } = usePostedForm<StudioState>(action, texts, UNSENT);
  const { faults, isSaved } = state;
  const form = useRef<HTMLFormElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.faults.length === 0) return;
    refusal.current?.focus();
    // Whoever watches the form took the press for a save.
    if (!state.isSaved) form.current?.dispatchEvent(new Event('input'));
  }, [state]);
  return (
    <>
      {faults.length > 0 && (
        <div ref={refusal} className="message message-problem" role="alert" tabIndex={-1}>
          {(isSaved && problems) || faults.map(({ message }) => <p key={message}>{message}</p>)}
        </div>
      )}
      <form ref={form} {...attributes} action={submit} onSubmit={send} noValidate>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Fresh rendered={rendered}>{children}</Fresh>
      </form>
    </>
  );
}
