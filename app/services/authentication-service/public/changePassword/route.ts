import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { errors, json } from '@/lib/core/http/answers';
import { contract, on, tooManyRequests } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { changePassword } from '@/lib/sign-in/password/passwords';
import { changePasswordSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { brandQuery } from '../../../../sdportal/brand-query';

/** Changes the signed-in user's password (P7.006, P6.003); 400 with the code of P8.008 and P8.009. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'changePassword',
      tag: 'Password',
      summary: 'Changes the password of who is signed in',
      description:
        'The present password wrong: `invalid.credentials`; the new one against the rules: `password.policy`.',
      rules: ['P7.006', 'P3.002', 'P6.003', 'P8.008', 'P8.009'],
      answers: {
        200: { description: 'Changed; the other sessions of the user have ended.', schema: z.strictObject({}) }
      },
      refusals: {
        429: 'Too many changes by this user.',
        503: 'More passwords are waiting to be checked than the server can take.'
      },
      again: 400,
      example: {
        body: { userId: 'robin.example', oldCredential: 'Cedar-Lantern-42', newCredential: 'Harbour-Violet-73' }
      }
    },

    auth: actorAt('full', 'change_password'),
    csrf: 'browser',
    body: { kind: 'json', schema: changePasswordSchema, limit: 8_192 },
    query: brandQuery,
    async handle({ request, body, actor }) {
      const { brand, locale } = await audienceOf(request);
      const change = await changePassword(actor, { ...body, brand, locale }, originOf(request.headers));
      if (change.ok) return json({});
      if ('retryAfter' in change) return tooManyRequests(change.retryAfter, request);
      if ('locked' in change) return errors(401, [{ code: 'session.ended' }], request);
      return errors(400, [change.refusal], request);
    }
  })
});
