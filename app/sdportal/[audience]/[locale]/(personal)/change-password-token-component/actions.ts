'use server';

import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { withPasswordNotice } from '@/app/sdportal/portal-link';
import { tooMany } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { log } from '@/lib/core/server/log';
import { userIdSchema } from '@/lib/sign-in/account/user-id';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { resetPassword } from '@/lib/sign-in/recovery/recovery';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import { RESET_LABELS } from './labels';
import type { ResetPasswordState } from './reset-password-state';

const schema = z.object({
  token: z.string().min(1).max(200),
  userId: userIdSchema,
  credential: passwordSchema,
  confirmation: passwordSchema
});

/** Sets the new password of a reset link and signs the user in (P4.012 to P4.014). */
export async function setNewPassword(_state: ResetPasswordState, form: FormData): Promise<ResetPasswordState> {
  return answerForm(form, {
    schema,
    labels: RESET_LABELS,
    keep: ['userId'],
    async submit({ token, userId, credential, confirmation }, request, page) {
      const wait = await tooManyRecoveries(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      if (credential !== confirmation)
        return { status: 400, faults: [{ field: 'confirmation', message: 'password.confirm.not.match' }] };
      const result = await resetPassword({ token, userId, credential }, page, originOf(request.headers));
      if (!result.ok) {
        if (result.refusal.code === 'reset.token.inactive') return { status: 422, screen: 'expired' };
        return { status: 400, faults: [faultOf(result.refusal)] };
      }
      const { b2BAlias, firstPin } = result.value;
      // A token user signs in with the token, not with the password.
      if (firstPin !== null) return { screen: 'token-reset', firstPin };
      const entered = await enterFrontDoor(request, { b2BAlias, type: 'password', secret: credential }).catch((error) =>
        log.error({ err: error, requestId: request.headers.get('x-request-id') }, 'no sign-in after a reset')
      );
      // The link is used up, whatever happens next.
      if (!entered || entered.outcome.kind === 'refused') return { screen: 'changed' };
      const { outcome, headers } = entered;
      return leave(withPasswordNotice(outcome.redirect), { headers });
    }
  });
}
