'use server';

import type { Principal } from '@/lib/access/policy/principal';
import type { Origin } from '@/lib/core/audit/audit';
import type { Result } from '@/lib/core/entry/refusal';
import {
  clearDualAuthenticationLock,
  lockDualAuthentication,
  resetEnrolment
} from '@/lib/directory/people/security/dual-authentication';
import { setSingleSignOnOnly } from '@/lib/directory/people/security/single-sign-on';
import { endTwoFactor, handOutSoftToken, requireTwoFactor } from '@/lib/directory/people/security/two-factor';
import { seedDownload } from '@/lib/sign-in/token/seed-file';
import { formId, textOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { type FormState, UNSENT } from '../../../ui/form-state';
import { refusalState } from '../../../ui/parse-form';
import { busy, finish } from '../../finish';
import type { HandOutState } from './hand-out';

type Act = (principal: Principal, userId: string, origin: Origin) => Promise<Result<null>>;

/** Runs an action on the sign-in of the form's user and shows the outcome on that user's page. */
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

/** Shows a waiting token's seed and first PIN to the administrator once, in the requesting form (C2.002, CD.70). */
export async function handOutToken(state: HandOutState, form: FormData): Promise<HandOutState> {
  // A second press keeps the shown values.
  if (state?.handed) return state;
  const page = await signedInFor('users', 'view');
  const handed = await handOutSoftToken(page.principal, formId(form), page.origin).catch(busy);
  if (!handed.ok) return refusalState(page, [], handed.refusal, form);
  const firstPin = page.t('token.hand.out.first.pin', { pin: handed.value.firstPin });
  return { ...UNSENT, handed: { file: seedDownload(handed.value), firstPin } };
}

export async function revokeToken(_state: FormState, form: FormData): Promise<FormState> {
  return act(form, endTwoFactor, 'token.revoked');
}

export async function setSsoOnly(_state: FormState, form: FormData): Promise<FormState> {
  const only = textOf(form, 'only') === 'yes';
  const work: Act = (principal, id, origin) => setSingleSignOnOnly(principal, id, only, origin);
  return act(form, work, only ? 'sso.set' : 'sso.unset');
}
