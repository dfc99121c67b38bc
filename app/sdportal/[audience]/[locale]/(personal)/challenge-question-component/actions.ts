'use server';

import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { refusedState } from '@/app/sdportal/refused-state';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { CHALLENGE_LABELS } from './labels';

const atThisStep = actorAt('challenge');
const schema = z.object({
  response: z.string('required').trim().min(1, 'required').max(60, 'too.long'),
  recognize: z.literal('yes').optional()
});

/** Checks the response: a right one continues the sign-in, a wrong one counts like a wrong password (C8.006). */
export async function respond(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema,
    labels: CHALLENGE_LABELS,
    keep: ['recognize'],
    async submit({ response, recognize }, request, { link }) {
      const actor = await atThisStep(request);
      if (!actor) return leave(link('login-signin-component'));
      const { b2BAlias } = await accountOf(actor);
      const { outcome, headers } = await enterFrontDoor(request, {
        b2BAlias,
        type: 'challenge',
        secret: response,
        recognize: recognize === 'yes'
      });
      if (outcome.kind !== 'refused') return leave(outcome.redirect, { headers });
      const { status, refusal, retryAfter } = outcome;
      if (status === 503) return refusedState(outcome, 'response');
      return {
        status,
        ...(retryAfter && { retryAfter }),
        faults: [{ field: 'response', message: refusal.code, ...(refusal.params && { params: refusal.params }) }]
      };
    }
  });
}
