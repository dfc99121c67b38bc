'use server';

import { z } from 'zod';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { linkWithToken } from '@/app/sdportal/portal-link';
import { portalMessage } from '@/app/sdportal/registration-messages';
import { brandOrigin } from '@/lib/brand/brands/address';
import { type Result, tooMany } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { choiceSchema, completeCardholder } from '@/lib/directory/registration/complete-cardholder';
import { tooManyRegistrations } from '@/lib/directory/registration/limits';
import { matchCardholder } from '@/lib/directory/registration/match-cardholder';
import { cardholderMatchSchema, cardholderStartSchema } from '@/lib/directory/registration/schema';
import { startRegistration } from '@/lib/directory/registration/start-registration';
import { CARDHOLDER_LABELS } from './labels';
import type { CardholderState } from './state';

const schema = z.discriminatedUnion('step', [
  cardholderStartSchema.extend({ step: z.literal('start') }),
  cardholderMatchSchema.extend({ step: z.literal('details') }),
  choiceSchema.extend({ step: z.literal('choice') })
]);

/** Runs a step of a cardholder's registration (C2.001); the link's page then shows the next one. */
export async function register(_state: CardholderState, form: FormData): Promise<CardholderState> {
  return answerForm<typeof schema, CardholderState>(form, {
    schema,
    labels: CARDHOLDER_LABELS,
    // Never the account number, the corporate code or a password.
    keep: ['email', 'cardName', 'firstName', 'lastName', 'userId'],
    message: portalMessage,
    async submit(body, request, { brand, locale, link }) {
      const wait = await tooManyRegistrations(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      const origin = originOf(request.headers);
      if (body.step === 'start') {
        const linkOrigin = await brandOrigin(brand, request.headers);
        await startRegistration(
          { kind: 'cardholder', email: body.email },
          { brandName: brand.name, locale, linkOrigin },
          origin
        );
        return { screen: 'sent' };
      }
      const result: Result<unknown> & { retryAfter?: number } =
        body.step === 'details' ? await matchCardholder(body, origin) : await completeCardholder(body, origin);
      if (result.ok) {
        if (body.step === 'choice') return { screen: 'done' };
        return leave(linkWithToken(link('cardholder-registration-component'), body.token));
      }
      const { refusal, retryAfter } = result;
      if (refusal.code === 'registration.link.inactive') return { screen: 'expired' };
      if (refusal.code === 'registration.locked') return { screen: 'locked' };
      if (retryAfter) return { status: 429, retryAfter, faults: [faultOf(refusal)] };
      return { status: 422, faults: [faultOf(refusal)] };
    }
  });
}
