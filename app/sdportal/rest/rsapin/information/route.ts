import { z } from 'zod';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { accountOf } from '@/lib/identity/accounts';
import { actorOfRequest } from '@/lib/identity/session-cookie';

/** The two flows of a token (P3.024) and the step of a sign-in that each belongs to. */
const STEPS = { newpin: 'new_pin', nexttoken: 'next_token' } as const;
const action = z.enum(['newpin', 'nexttoken'], 'invalid.entry');

/**
 * Whether the caller is at that step, and as whom (P7.024, P3.010, P6.006). Without such a session nothing
 * is told but that there is none.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    async handle({ request, url }) {
      const wanted = action.safeParse(url.searchParams.get('action'));
      if (!wanted.success) return errors(400, [{ code: 'invalid.entry', field: 'action' }], request.headers);
      const actor = await actorOfRequest(request.headers);
      const forwardFormEndpoint = '/heracles/login';
      if (actor?.kind !== STEPS[wanted.data]) {
        return json({ shouldAccess: false, ldapId: '', b2BAlias: '', forwardFormEndpoint });
      }
      const { ldapId, b2BAlias } = await accountOf(actor);
      return json({ shouldAccess: true, ldapId, b2BAlias, forwardFormEndpoint });
    }
  })
});
