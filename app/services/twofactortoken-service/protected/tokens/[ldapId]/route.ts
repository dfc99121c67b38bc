import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { newPinSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { actorAt, noSessionCookies } from '@/lib/sign-in/session/session-cookie';
import { INVALID_PIN, setPin } from '@/lib/sign-in/token/token-pin';
import { brandQuery } from '../../../../../sdportal/brand-query';

/**
 * Sets the new PIN of the caller's token (P7.025). An unusable PIN: 422, with the marker in the status text (P8.014).
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'setTokenPin',
      tag: 'Token',
      summary: 'Sets the new PIN of one’s own token',
      description: 'It ends every session of the user, who signs in again with the new PIN.',
      rules: ['P7.025', 'P8.014'],
      answers: {
        200: {
          description: 'Set.',
          schema: z.strictObject({}),
          headers: { 'Set-Cookie': 'Takes the session and its cookies away.' }
        }
      },
      refusals: {
        403: 'The anti-forgery proof is missing or wrong, or the token is somebody else’s.',
        422: 'The PIN can’t be used. The status text is INVALID_PIN.',
        503: 'More PINs are waiting to be checked than the server can take.'
      },
      again: 401,
      example: { parameters: { ldapId: '0123456789abcdef0123456789abcdef' }, body: { newPin: '2468' } }
    },

    auth: actorAt('new_pin'),
    csrf: 'token',
    body: { kind: 'json', schema: newPinSchema, limit: 4_096 },
    query: brandQuery,
    params: z.object({ ldapId: z.string() }),
    async handle({ request, params, body: { newPin }, actor }) {
      const { ldapId } = await accountOf(actor);
      if (params.ldapId !== ldapId) return errors(403, [{ code: 'request.forged' }], request);
      const result = await setPin(actor, newPin, await audienceOf(request), originOf(request.headers));
      if (!result.ok) {
        const { body, status, headers } = await errors(422, [result.refusal], request);
        return new Response(body, { status, statusText: INVALID_PIN, headers });
      }
      const done = json({});
      for (const cookie of noSessionCookies(request.headers)) done.headers.append('set-cookie', cookie);
      return done;
    }
  })
});
