import { json } from '@/lib/core/http/answers';
import { contract, on, tooManyRequests } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { requestPin } from '@/lib/identity/one-time-pins';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { forgotPasswordSchema } from '@/lib/identity/recovery-schema';
import { mailLocale } from '@/lib/mail/render';
import { pageRequest } from '../../../../sdportal/page-request';

/** A code asked for by user id before signing in (PD.5): 202 `{emailAddress}`, masked, for anybody and nobody. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    limit: tooManyRecoveries,
    body: { kind: 'json', schema: forgotPasswordSchema, limit: 1_024 },
    async handle({ request, body }) {
      const { brand, locale } = await pageRequest(request);
      const delivery = { brandName: brand.name, locale: mailLocale(brand, body.locale ?? locale) };
      const issued = await requestPin(body.userId, delivery, originOf(request.headers));
      if (!issued.ok) return tooManyRequests(issued.retryAfter, request.headers);
      return json({ emailAddress: issued.emailAddress }, { status: 202 });
    }
  })
});
