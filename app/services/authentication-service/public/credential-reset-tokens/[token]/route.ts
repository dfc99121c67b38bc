import { z } from 'zod';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { tooManyLookups } from '@/lib/sign-in/account/lookup-limit';
import { RESET_TOKEN_STATUSES, resetTokenStatus } from '@/lib/sign-in/recovery/reset-tokens';

/** The status of a reset link (P7.010, PD.6): `{status}`; reading it doesn't use the link up. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    published: {
      id: 'getResetTokenStatus',
      tag: 'Recovery',
      summary: 'What a reset link is good for',
      description: 'Reading it uses nothing up. An unknown token reads EXPIRED.',
      rules: ['P7.010', 'P3.006'],
      answers: {
        200: { description: 'Its status.', schema: z.strictObject({ status: z.enum(RESET_TOKEN_STATUSES) }) }
      },
      example: { parameters: { token: 'the-token-of-the-link' } }
    },

    limit: tooManyLookups,
    params: z.object({ token: z.string() }),
    handle: async ({ params }) => json({ status: await resetTokenStatus(params.token.slice(0, 200)) })
  })
});
