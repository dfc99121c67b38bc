import { seeOther } from '@/lib/core/http/see-other';
import { sessionCookies } from '@/lib/sign-in/session/session-cookie';
import type { OpenedSession } from '@/lib/sign-in/session/sessions';

/** Redirects with the cookies of another session. */
export async function inSession(request: Request, session: OpenedSession, to: string): Promise<Response> {
  const answer = seeOther(to);
  for (const cookie of await sessionCookies(request.headers, session)) answer.headers.append('set-cookie', cookie);
  return answer;
}
