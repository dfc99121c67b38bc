import { audienceOf } from '@/lib/brand/brands/audience';
import { mailLocale } from '@/lib/brand/mail/render';
import { json } from '@/lib/core/http/answers';
import { contract, on, tooManyRequests } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { resendPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { ownPinSchema, sentSchema } from '@/lib/sign-in/recovery/recovery-schema';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { brandQuery } from '../../../../sdportal/brand-query';

/** Sends a new code to the user who is signing in (P7.008): `{emailAddress}`, masked. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'resendPasscode',
      tag: 'One-time passcode',
      summary: 'Sends a person who is signing in a new code',
      description: 'It voids the one before it. At most once in 30 seconds and five times in an hour.',
      rules: ['P7.008'],
      answers: {
        200: { description: 'Where the code went.', schema: sentSchema }
      },
      refusals: { 429: 'Too soon after the last code, or too many of them.' },
      again: 429,
      example: { body: { locale: 'en_US' } }
    },

    auth: actorAt('one_time_pin', 'full'),
    csrf: 'token',
    body: { kind: 'json', schema: ownPinSchema, limit: 1_024 },
    query: brandQuery,
    async handle({ request, body, actor }) {
      const { brand, locale } = await audienceOf(request);
      const delivery = { brandName: brand.name, locale: mailLocale(brand, body.locale ?? locale) };
      const issued = await resendPin(actor, delivery, originOf(request.headers));
      return issued.ok ? json({ emailAddress: issued.emailAddress }) : tooManyRequests(issued.retryAfter, request);
    }
  })
});
