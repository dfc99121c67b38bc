import { sessionCookies } from '@/lib/identity/session-cookie';
import type { OpenedSession } from '@/lib/identity/sessions';
import { seeOther } from '../../sdportal/portal-form';

/** Leads on in another session. */
export async function inSession(request: Request, session: OpenedSession, to: string): Promise<Response> {
  const answer = seeOther(to);
  for (const cookie of await sessionCookies(request.headers, session)) answer.headers.append('set-cookie', cookie);
  return answer;
}
