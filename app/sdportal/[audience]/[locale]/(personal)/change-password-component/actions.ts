'use server';

import { unstable_rethrow } from 'next/navigation';
import { z } from 'zod';
import { enterFrontDoor } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { PROFILE, withPasswordNotice } from '@/app/sdportal/portal-link';
import { queryOf } from '@/lib/brand/brands/audience';
import { tooMany } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { busyOf, isUnavailable } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { type Account, accountOf } from '@/lib/sign-in/account/accounts';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { changePassword as change } from '@/lib/sign-in/password/passwords';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { faultOfChange } from './change-faults';
import type { ChangePasswordState } from './change-password-state';
import { CHANGE_LABELS } from './labels';

const schema = z.object({ old: passwordSchema, new1: passwordSchema, new2: passwordSchema });

const mayChange = actorAt('full', 'change_password');

/**
 * Changes the password of a signed-in user, or of a user who must change it to finish signing in (P4.019 to P4.022).
 */
export async function changePassword(_state: ChangePasswordState, form: FormData): Promise<ChangePasswordState> {
  return answerForm(form, {
    schema,
    labels: CHANGE_LABELS,
    async submit({ old, new1, new2 }, request, { brand, locale, link }) {
      const toProfile = queryOf(request)?.get('dest') === 'MyProfile';
      try {
        const actor = await mayChange(request);
        if (!actor) return await leave(link('login-signin-component'));
        if (new1 !== new2) return { status: 400, faults: [{ field: 'new2', message: 'password.confirm.not.match' }] };
        const account = await accountOf(actor);
        const asked = { userId: account.userId, oldCredential: old, newCredential: new1, brand, locale };
        const changed = await change(actor, asked, originOf(request.headers));
        if (changed.ok)
          return toProfile ? await leave(`${PROFILE}?changed=password`) : await goOn(request, account, new1);
        if ('retryAfter' in changed)
          return { status: 429, retryAfter: changed.retryAfter, faults: [faultOf(tooMany(changed.retryAfter))] };
        if ('locked' in changed) return await leave(link('temporary-state-component'));
        return { status: 400, faults: [faultOfChange(changed.refusal)] };
      } catch (error) {
        unstable_rethrow(error);
        if (busyOf(error) || isUnavailable(error)) throw error;
        // Any other failure leaves the page as Cancel does (P8.010, P4.023).
        log.error({ err: error, requestId: request.headers.get('x-request-id') }, 'a change of password failed');
        return await leave(toProfile ? PROFILE : link('logout-component'));
      }
    }
  });
}

/** Signs in with the new password (P4.020). */
async function goOn(
  request: Request,
  { b2BAlias, loginType }: Account,
  secret: string
): Promise<{ changed: true } | { goTo: string }> {
  // A token user signs in with the token, not with the password.
  if (loginType === 'token') return { changed: true };
  const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'password', secret });
  return outcome.kind === 'refused' ? { changed: true } : leave(withPasswordNotice(outcome.redirect), { headers });
}
