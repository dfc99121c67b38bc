import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { endAccessAsUser } from '@/lib/directory/people/access-as-user';
import { actorOfRequest, noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { inSession } from '../../session-answer';

/** Leads an administrator back from a user's eyes to their own: by the button, or once the time is over. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  // A page of somebody else's may lead here, and must not end what goes on.
  GET: on({
    handle: async ({ request }) =>
      (await actorOfRequest(request.headers)) ? seeOther('/workspace') : backToOneself(request)
  }),

  POST: on({ csrf: 'browser', handle: ({ request }) => backToOneself(request) })
});

async function backToOneself(request: Request): Promise<Response> {
  const token = await sessionTokenOf(request.headers);
  const ended = token ? await endAccessAsUser(token, originOf(request.headers)) : null;
  if (ended?.session) return inSession(request, ended.session, `/workspace/people/${ended.userId}?done=access.ended`);
  const answer = seeOther('/sdportal/login-signin-component');
  for (const cookie of noSessionCookies(request.headers)) answer.headers.append('set-cookie', cookie);
  return answer;
}
