import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { actorAt, noSessionCookies } from '@/lib/identity/session-cookie';
import { endAccessAsUser } from '@/lib/people/access-as-user';
import { seeOther } from '../../../../sdportal/portal-form';
import { inSession } from '../../session-answer';

/** Leads an administrator back from a user's eyes to their own. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    async handle({ request }) {
      const actor = await actorAt('access')(request);
      const session = actor && (await endAccessAsUser(actor, originOf(request.headers)));
      if (session) return inSession(request, session, `/workspace/people/${actor.userId}?done=access.ended`);
      const answer = seeOther('/sdportal/login-signin-component');
      for (const cookie of noSessionCookies(request.headers)) answer.headers.append('set-cookie', cookie);
      return answer;
    }
  })
});
