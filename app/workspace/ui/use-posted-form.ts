'use client';

import { useActionState, useEffect, useMemo, useState } from 'react';
import type { FormState } from './form-state';
import { guarded } from './guarded-action';

interface Texts {
  failed: string;
  serverDown: string;
}

export interface PostedForm<State> {
  state: State;
  submit: (form: FormData) => void;
  pending: boolean;
  scripted: boolean;
}

/**
 * The state of a form that posts to a server action. A post without an answer loses no typed text: its fault says so.
 * `scripted` is false until the page's script runs; until then the browser posts the form by itself.
 */
export function usePostedForm<State extends Pick<FormState, 'faults'>>(
  action: (state: State, form: FormData) => Promise<State>,
  texts: Texts,
  first: State,
  /** The server's own action, if `action` does more than it. */
  served: (state: State, form: FormData) => Promise<State> = action
): PostedForm<State> {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const safe = useMemo(() => guarded(action, texts), [action, texts]);
  const [state, submit, pending] = useActionState<State, FormData>(scripted ? safe : served, first as Awaited<State>);
  return { state, submit, pending, scripted };
}
