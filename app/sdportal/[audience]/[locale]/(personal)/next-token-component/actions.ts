'use server';

import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { refusedState } from '@/app/sdportal/refused-state';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { NEXT_LABELS } from './labels';

const atThisStep = actorAt('next_token');
const schema = z.object({
  password: z
    .string('required')
    .trim()
    .min(1, 'required')
    .regex(/^\d{8}$/, 'passcode.length')
});

/**
 * Checks the next passcode (P4.032): a wrong one returns here with `ec`, a right one continues the sign-in (P4.033 to
 * P4.035).
 */
export async function enterNext(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema,
    labels: NEXT_LABELS,
    async submit({ password }, request, { link }) {
      const actor = await atThisStep(request);
      if (!actor) return leave(link('logout-component'));
      const { b2BAlias } = await accountOf(actor);
      const { searchParams: query } = new URL(request.url);
      const [attemptId, inResponseTo] = [query.get('authn_attempt_id'), query.get('in_response_to')];
      const { outcome, headers } = await enterFrontDoor(request, {
        b2BAlias,
        type: 'next-token',
        secret: password,
        ...(attemptId && { attemptId }),
        ...(inResponseTo && { inResponseTo })
      });
      return outcome.kind === 'refused' ? refusedState(outcome, 'password') : leave(outcome.redirect, { headers });
    }
  });
}
