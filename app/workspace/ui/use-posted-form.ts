'use client';

import { type FormEvent, startTransition, useActionState, useCallback, useEffect, useMemo, useState } from 'react';
import type { FormState } from './form-state';
import { type FailureTexts, guarded } from './guarded-action';

type Answer = Pick<FormState, 'faults' | 'goTo'>;

export interface PostedForm<State> {
  state: State;
  /** For the `action` of the form; a browser whose script doesn't run yet posts by it. */
  submit: (form: FormData) => void;
  /** For `onSubmit`: sends the form with the pressed button; false while the last post is under way. */
  send: (event: FormEvent<HTMLFormElement>) => boolean;
  /** Shows a state that didn't come from this form's action. */
  show: (state: State) => void;
  pending: boolean;
  /** False until the page's script runs. */
  scripted: boolean;
}

/**
 * The state of a form that posts to a server action: what every form of the workspace does. A post without an answer
 * loses no typed text (its fault says so), a form is sent once at a time, and React resets none of its fields.
 */
export function usePostedForm<State extends Answer>(
  action: (state: State, form: FormData) => Promise<State>,
  texts: FailureTexts,
  first: State,
  /** The server's own action, if `action` does more than it. */
  served: (state: State, form: FormData) => Promise<State> = action
): PostedForm<State> {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const take = useMemo(() => {
    const safe = guarded(action, texts);
    return async (state: State, sent: FormData | State) => (sent instanceof FormData ? safe(state, sent) : sent);
  }, [action, texts]);
  const [state, submit, pending] = useActionState<State, FormData | State>(
    scripted ? take : (served as typeof take),
    first as Awaited<State>
  );
  const show = useCallback((next: State) => startTransition(() => submit(next)), [submit]);

  function send(event: FormEvent<HTMLFormElement>): boolean {
    event.preventDefault();
    if (pending) return false;
    const sent = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    startTransition(() => submit(sent));
    return true;
  }

  return { state, submit, send, show, pending, scripted };
}
