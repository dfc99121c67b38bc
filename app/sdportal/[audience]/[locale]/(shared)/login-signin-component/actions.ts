'use server';

import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { refusedState } from '@/app/sdportal/refused-state';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { originOf } from '@/lib/core/http/origin';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { userIdSchema } from '@/lib/sign-in/account/user-id';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endSession } from '@/lib/sign-in/session/sessions';
import { SIGN_IN_LABELS } from './labels';

const schema = z.object({ userId: userIdSchema, password: passwordSchema });

/** Signs in: ends any earlier session, looks the user id up and calls the front door (P4.001, P4.002). */
export async function signIn(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema,
    labels: SIGN_IN_LABELS,
    async submit({ userId, password }, request) {
      const oldToken = await sessionTokenOf(request.headers);
      if (oldToken) await endSession(oldToken, originOf(request.headers));
      const { b2BAlias, loginType } = await lookUpLoginInfo(userId);
      const type = loginType === 'token' ? 'token' : 'password';
      const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type, secret: password });
      return outcome.kind === 'refused' ? refusedState(outcome, 'userId') : leave(outcome.redirect, { headers });
    }
  });
}
