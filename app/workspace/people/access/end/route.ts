import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { endAccessAsUser } from '@/lib/directory/people/access-as-user';
import { actorOfRequest, noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { inSession } from '../../session-answer';

/** Ends an administrator's view as a user: by the button, or after the time limit. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  // Another site may link here and must not end the view.
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
