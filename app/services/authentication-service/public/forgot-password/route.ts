import { z } from 'zod';
import { brandOrigin } from '@/lib/brand/brands/address';
import { audienceOf } from '@/lib/brand/brands/audience';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { requestRecovery } from '@/lib/sign-in/recovery/recovery';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import { forgotPasswordSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { brandQuery } from '../../../../sdportal/brand-query';

/** Requests a reset link (P7.009): 202 for known and unknown user ids (PD.2). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'requestResetLink',
      tag: 'Recovery',
      summary: 'Asks for a reset link by mail',
      description: 'The answer and its time are the same whoever the user id is, or isn’t.',
      rules: ['P7.009', 'P3.004', 'P6.004'],
      answers: { 202: { description: 'Taken.', schema: z.strictObject({}) } },
      example: { body: { userId: 'robin.example', locale: 'en_US' } }
    },

    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: forgotPasswordSchema, limit: 1_024 },
    query: brandQuery,
    async handle({ request, body }) {
      const { brand, locale } = await audienceOf(request);
      const asked = { brand, locale: body.locale ?? locale };
      await requestRecovery(body.userId, asked, await brandOrigin(brand, request.headers), originOf(request.headers));
      return json({}, { status: 202 });
    }
  })
});
