import { contract, on } from '@/lib/core/http/contract';
import { seeOther } from '@/lib/core/http/see-other';
import { actorOfRequest } from '@/lib/sign-in/session/session-cookie';
import { endView } from '../end-view';

/** Leads an administrator back whose view as a user is over (signed-in.ts). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request: { headers } }) {
      // Another site may link here and must not end the view.
      if (await actorOfRequest(headers)) return seeOther('/workspace');
      const { cookies, to } = await endView(headers);
      return seeOther(to, new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie])));
    }
  })
});
