import { unstable_rethrow } from 'next/navigation';
import type { FormState } from './form-state';

/** An answer that doesn't come (no network, a server that fails) loses nothing of what was typed. */
export function guarded<State extends Pick<FormState, 'faults'>>(
  action: (state: State, form: FormData) => Promise<State>,
  { failed, serverDown }: { failed: string; serverDown: string }
): (state: State, form: FormData) => Promise<State> {
  return async (state, form) => {
    try {
      return await action(state, form);
    } catch (error) {
      unstable_rethrow(error);
      // What `fetch` throws when nobody answers; a server that fails answers all the same.
      return { ...state, faults: [{ message: error instanceof TypeError ? serverDown : failed }] };
    }
  };
}
