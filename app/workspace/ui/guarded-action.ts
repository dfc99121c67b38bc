import { unstable_rethrow } from 'next/navigation';
import type { FormState } from './form-state';

/** What a form says if its post got no answer. */
export interface FailureTexts {
  failed: string;
  serverDown: string;
}

/**
 * Wraps an action so that a missing response (no network, a failing server) loses no typed text, and an address outside
 * of the workspace is opened.
 */
export function guarded<State extends Pick<FormState, 'faults' | 'goTo'>>(
  action: (state: State, form: FormData) => Promise<State>,
  { failed, serverDown }: FailureTexts
): (state: State, form: FormData) => Promise<State> {
  return async (state, form) => {
    try {
      const next = await action(state, form);
      if (next.goTo) location.assign(next.goTo);
      return next;
    } catch (error) {
      unstable_rethrow(error);
      // `fetch` throws this if there is no response; a failing server does respond.
      return { ...state, faults: [{ message: error instanceof TypeError ? serverDown : failed }] };
    }
  };
}
