import { z } from 'zod';
import { resolveBrand } from '@/lib/brand/brands/resolve';
import { contract, on } from '@/lib/core/http/contract';
import { hostnameOf, originOf } from '@/lib/core/http/origin';
import { actorOfRequest, noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endAllSessions, endSession } from '@/lib/sign-in/session/sessions';

/** Signs out, here or everywhere, and shows the brand's logged-out page. An already ended session is not an error. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    body: {
      kind: 'form',
      schema: z.object({ everywhere: z.literal('yes', 'invalid.entry').optional() }),
      limit: 1_024
    },
    async handle({ request, body }) {
      const origin = originOf(request.headers);
      const actor = await actorOfRequest(request.headers);
      const token = await sessionTokenOf(request.headers);
      const hostname = hostnameOf(request.headers);
      const brand = await resolveBrand({ cobrandHost: actor?.brandName ?? null, hostname });
      // An unfinished sign-in may only cancel itself (PD.8).
      if (actor?.kind === 'full' && body.everywhere) await endAllSessions(actor, origin);
      else if (token) await endSession(token, origin);
      const headers = new Headers({
        location: `/sdportal/logout-component?cobrandHost=${brand.name}`,
        'cache-control': 'no-store'
      });
      for (const cookie of noSessionCookies(request.headers)) headers.append('set-cookie', cookie);
      return new Response(null, { status: 303, headers });
    }
  })
});
