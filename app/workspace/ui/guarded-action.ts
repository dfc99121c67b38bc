import { unstable_rethrow } from 'next/navigation';
import type { FormState } from './form-state';

/** Wraps an action so that a missing response (no network, a failing server) loses no typed text. */
export function guarded<State extends Pick<FormState, 'faults'>>(
  action: (state: State, form: FormData) => Promise<State>,
  { failed, serverDown }: { failed: string; serverDown: string }
): (state: State, form: FormData) => Promise<State> {
  return async (state, form) => {
    try {
      return await action(state, form);
    } catch (error) {
      unstable_rethrow(error);
      // `fetch` throws this if there is no response; a failing server does respond.
      return { ...state, faults: [{ message: error instanceof TypeError ? serverDown : failed }] };
    }
  };
}
