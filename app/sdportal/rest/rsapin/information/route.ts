import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { actorOfRequest } from '@/lib/sign-in/session/session-cookie';

/** The two flows of a token (P3.024) and the step of a sign-in that each belongs to. */
const STEPS = { newpin: 'new_pin', nexttoken: 'next_token' } as const;

/**
 * Whether the caller is at that step, and as which user (P7.024, P3.010, P6.006). Without such a session the answer
 * reveals nothing else.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getTokenStep',
      tag: 'Token',
      summary: 'Whether the caller’s sign-in stands at a step of the token, and as whom',
      description: 'Without such a session nothing is told but that there is none.',
      rules: ['P7.024', 'P3.010', 'P3.024', 'P6.006'],
      answers: {
        200: {
          description: 'The names are empty where the page must not open.',
          schema: z.strictObject({
            shouldAccess: z.boolean(),
            ldapId: z.string(),
            b2BAlias: z.string(),
            forwardFormEndpoint: z.string().meta({ description: 'Where the next step is sent to.' })
          })
        }
      },
      example: { parameters: { action: 'newpin' } }
    },

    query: z.object({ action: z.enum(['newpin', 'nexttoken'], 'invalid.entry') }),
    async handle({ request, query }) {
      const actor = await actorOfRequest(request.headers);
      const forwardFormEndpoint = '/heracles/login';
      if (actor?.kind !== STEPS[query.action]) {
        return json({ shouldAccess: false, ldapId: '', b2BAlias: '', forwardFormEndpoint });
      }
      const { ldapId, b2BAlias } = await accountOf(actor);
      return json({ shouldAccess: true, ldapId, b2BAlias, forwardFormEndpoint });
    }
  })
});
