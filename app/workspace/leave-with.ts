import { leave } from '../sdportal/answer-form';
import { type FormState, UNSENT } from './ui/form-state';

/** Ends an action that changes the session: the browser gets the cookies, and loads the next page with them. */
export async function leaveWith(cookies: readonly string[], to: string): Promise<FormState> {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie]));
  return { ...UNSENT, ...(await leave(to, { headers })) };
}
