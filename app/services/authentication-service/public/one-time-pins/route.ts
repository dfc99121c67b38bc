import { audienceOf } from '@/lib/brand/brands/audience';
import { mailLocale } from '@/lib/brand/mail/render';
import { json } from '@/lib/core/http/answers';
import { contract, on, tooManyRequests } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { requestPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import { forgotPasswordSchema, sentSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { brandQuery } from '../../../../sdportal/brand-query';

/** Sends a code to a user id before the sign-in (PD.5): 202 `{emailAddress}`, masked, for known and unknown users. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'requestPasscode',
      tag: 'One-time passcode',
      summary: 'Sends a code by user id, before signing in',
      description:
        'The answer and its time are the same whoever the user id is. At most once in 30 seconds and five times in an hour.',
      rules: ['P6.004'],
      answers: { 202: { description: 'Where the code goes.', schema: sentSchema } },
      refusals: { 429: 'Too soon after the last code, too many of them, or too many calls from this address.' },
      again: 429,
      example: { body: { userId: 'robin.example', locale: 'en_US' } }
    },

    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: forgotPasswordSchema, limit: 1_024 },
    query: brandQuery,
    async handle({ request, body }) {
      const { brand, locale } = await audienceOf(request);
      const delivery = { brandName: brand.name, locale: mailLocale(brand, body.locale ?? locale) };
      const issued = await requestPin(body.userId, delivery, originOf(request.headers));
      if (!issued.ok) return tooManyRequests(issued.retryAfter, request);
      return json({ emailAddress: issued.emailAddress }, { status: 202 });
    }
  })
});
