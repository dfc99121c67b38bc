import { originOf } from '@/lib/core/http/origin';
import { endAccessAsUser } from '@/lib/directory/people/access-as-user';
import { noSessionCookies, sessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';

/**
 * Ends an administrator's view as a user (C6.018), and tells where that leads with which cookies: back to the user in
 * the administrator's own session, or to the sign-in when that has ended too.
 */
export async function endView(request: Headers): Promise<{ cookies: string[]; to: string }> {
  const token = await sessionTokenOf(request);
  const ended = token ? await endAccessAsUser(token, originOf(request)) : null;
  if (!ended?.session) return { cookies: noSessionCookies(request), to: '/sdportal/login-signin-component' };
  const cookies = await sessionCookies(request, ended.session);
  return { cookies, to: `/workspace/people/${ended.userId}?done=access.ended` };
}
