import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { resetPassword } from '@/lib/sign-in/recovery/recovery';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import { resetPasswordSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { brandQuery } from '../../../../sdportal/brand-query';

/** Sets a new password by a reset link (P7.007): 422 for an invalid link, 400 for faults that can be corrected. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'resetPassword',
      tag: 'Recovery',
      summary: 'Sets a new password by a reset link',
      description: 'The link works once, and bears five wrong user ids.',
      rules: ['P7.007', 'P3.003', 'P6.004'],
      answers: {
        200: {
          description:
            'The password is the new one; every session of the user has ended. For a token user, the first PIN of the token, which is not told again.',
          schema: z.strictObject({ firstPin: z.string().optional() })
        }
      },
      refusals: {
        422: 'The link is used, expired, revoked, or was never there.',
        503: 'More passwords are waiting to be checked than the server can take.'
      },
      again: 422,
      example: { body: { token: 'the token of the link', userId: 'robin.example', credential: 'Harbour-Violet-73' } }
    },

    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: resetPasswordSchema, limit: 8_192 },
    query: brandQuery,
    async handle({ request, body }) {
      const result = await resetPassword(body, await audienceOf(request), originOf(request.headers));
      if (result.ok) return json(result.value.firstPin === null ? {} : { firstPin: result.value.firstPin });
      const status = result.refusal.code === 'reset.token.inactive' ? 422 : 400;
      return errors(status, [result.refusal], request);
    }
  })
});
