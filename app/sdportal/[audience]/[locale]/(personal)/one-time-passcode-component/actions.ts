'use server';

import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { refusedState } from '@/app/sdportal/refused-state';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { originOf } from '@/lib/core/http/origin';
import { log } from '@/lib/core/server/log';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { resendPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { CODE_LABELS } from './labels';
import type { ResendState } from './resend-state';

const atThisStep = actorAt('one_time_pin');
const schema = z.object({ code: z.string().trim().optional() });

/** Checks the code and continues the sign-in that waits for it (P4.036); without such a sign-in it starts a new one. */
export async function enterCode(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema,
    labels: CODE_LABELS,
    async submit({ code = '' }, request, { link }) {
      const actor = await atThisStep(request);
      if (!actor) return leave(link('login-signin-component'));
      const fault = code === '' ? 'otp.code.required' : /^\d{6}$/.test(code) ? null : 'otp.code.invalid';
      if (fault) return { status: 400, faults: [{ field: 'code', message: fault }] };
      const { b2BAlias } = await accountOf(actor);
      const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'otp-2fa', secret: code });
      if (outcome.kind !== 'refused') return leave(outcome.redirect, { headers });
      const { status, refusal } = outcome;
      if (status === 503) return refusedState(outcome, 'code');
      const { code: message, params } = refusal;
      return {
        status,
        ...(outcome.retryAfter && { retryAfter: outcome.retryAfter }),
        faults: [{ field: 'code', message, ...(params && { params }) }]
      };
    }
  });
}

/** Sends another code (P4.037); if that fails, the sign-in starts again (P4.038). */
export async function sendAnother(_state: ResendState, form: FormData): Promise<ResendState> {
  return answerForm(form, {
    schema: z.object({}),
    labels: {},
    async submit(_body, request, { brand, locale, link }) {
      const beginAnew = () => leave(link('login-signin-component'));
      const actor = await atThisStep(request);
      if (!actor) return beginAnew();
      const issued = await resendPin(actor, { brandName: brand.name, locale }, originOf(request.headers)).catch(
        (err) => {
          log.error({ err, requestId: request.headers.get('x-request-id') }, 'a code could not be sent again');
          return null;
        }
      );
      if (!issued) return beginAnew();
      if (issued.ok) return { delivery: issued.emailAddress };
      const seconds = issued.retryAfter;
      return { status: 429, retryAfter: seconds, faults: [{ message: 'otp.resend.wait', params: { seconds } }] };
    }
  });
}
