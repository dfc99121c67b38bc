import { headers } from 'next/headers';
import { sessionCookies } from '@/lib/sign-in/session/session-cookie';
import type { OpenedSession } from '@/lib/sign-in/session/sessions';
import { leaveWith } from '../leave-with';
import type { FormState } from '../ui/form-state';

/** Ends an action in another session; null: in the same one. The page is loaded anew, since its frame differs too. */
export async function inSession(session: OpenedSession | null, to: string): Promise<FormState> {
  return leaveWith(session ? await sessionCookies(new Headers(await headers()), session) : [], to);
}
