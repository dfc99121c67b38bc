'use server';

import type { Principal } from '@/lib/access/principal';
import type { Origin } from '@/lib/core/audit';
import type { Result } from '@/lib/core/refusal';
import {
  clearDualAuthenticationLock,
  lockDualAuthentication,
  resetEnrolment
} from '@/lib/people/security/dual-authentication';
import { setSingleSignOnOnly } from '@/lib/people/security/single-sign-on';
import { endTwoFactor, requireTwoFactor } from '@/lib/people/security/two-factor';
import { formId, textOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import type { FormState } from '../../../ui/form-state';
import { finish } from '../../finish';

type Act = (principal: Principal, userId: string, origin: Origin) => Promise<Result<null>>;

/** Does something to the sign-in of the user that the form names, and says so on their page. */
async function act(form: FormData, work: Act, done: string): Promise<FormState> {
  const { principal, origin } = await signedInFor('users', 'view');
  const id = formId(form);
  const page = `/workspace/people/${id}/sign-in-security?done=${done}`;
  return finish(
    () => work(principal, id, origin),
    () => page,
    { form }
  );
}

export async function resetQuestions(_state: FormState, form: FormData): Promise<FormState> {
  return act(form, resetEnrolment, 'reset');
}

export async function lockDual(_state: FormState, form: FormData): Promise<FormState> {
  return act(form, lockDualAuthentication, 'locked');
}

export async function clearLock(_state: FormState, form: FormData): Promise<FormState> {
  return act(form, clearDualAuthenticationLock, 'cleared');
}

export async function issueToken(_state: FormState, form: FormData): Promise<FormState> {
  return act(form, requireTwoFactor, 'token.issued');
}

export async function revokeToken(_state: FormState, form: FormData): Promise<FormState> {
  return act(form, endTwoFactor, 'token.revoked');
}

export async function setSsoOnly(_state: FormState, form: FormData): Promise<FormState> {
  const only = textOf(form, 'only') === 'yes';
  const work: Act = (principal, id, origin) => setSingleSignOnOnly(principal, id, only, origin);
  return act(form, work, only ? 'sso.set' : 'sso.unset');
}
