import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { tooMany } from '@/lib/core/refusal';
import { accountOf } from '@/lib/identity/accounts';
import { PASSWORD_MIN } from '@/lib/identity/password-rules';
import { passwordSchema } from '@/lib/identity/password-schema';
import { changePassword } from '@/lib/identity/passwords';
import { actorAt } from '@/lib/identity/session-cookie';
import { MUST_CHANGE_CODE } from '@/lib/identity/sign-in-steps';
import { enterFrontDoor } from '../../heracles/login/front-door';
import { type Fault, faultOf } from '../form-state';
import { pageRequest, queryOf } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { PROFILE, portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { CHANGE_LABELS, type ChangePasswordState, changePasswordView } from './change-password-view';

/** What the front door says by `ec` (P8.004 to P8.006); 0x132120c8 tells that a change is due, 0x13212079 nothing (P8.007). */
const FAULTS: Record<number, Fault> = {
  320938185: { field: 'old', message: 'current.password.wrong' },
  953092076: { field: 'new2', message: 'password.confirm.not.match' },
  953092075: { field: 'new1', message: 'password.policy' },
  320938285: { field: 'new1', message: 'password.policy' },
  320938284: { field: 'new1', message: 'password.policy' }
};

function stateOf(request: Request): ChangePasswordState {
  const query = queryOf(request);
  const given = query?.get('ec') ?? '';
  const code = /^(0x[0-9a-f]{1,8}|\d{1,10})$/i.test(given) ? Number(given) : 0;
  const fault = FAULTS[code];
  return {
    ...(fault && { faults: [fault] }),
    ...(code === MUST_CHANGE_CODE && { must: true }),
    ...(query?.get('dest') === 'MyProfile' && { toProfile: true })
  };
}

const mayChange = actorAt('full', 'change_password');

/** Whoever has another least length than everybody gets a page of their own. */
async function minimumOf(request: Request): Promise<{ minimum?: number }> {
  const actor = await mayChange(request);
  const minimum = actor ? (await accountOf(actor)).passwordMinimum : PASSWORD_MIN;
  return minimum === PASSWORD_MIN ? {} : { minimum };
}

/** The page where a person changes their password (P2.041 to P2.045). */
export const GET = portalRoute(async (request) => {
  const own = await minimumOf(request);
  return portalPage(
    request,
    changePasswordView,
    { ...stateOf(request), ...own },
    { personal: own.minimum !== undefined }
  );
});

export const HEAD = GET;

const schema = z.object({ old: passwordSchema, new1: passwordSchema, new2: passwordSchema });

/** The form without JavaScript (P4.019 to P4.022). */
export const POST = portalForm<typeof schema, ChangePasswordState>(changePasswordView, {
  schema,
  labels: CHANGE_LABELS,
  keep: async (_fields, request) => ({ ...stateOf(request), ...(await minimumOf(request)), faults: [] }),
  async submit(request, { old, new1, new2 }) {
    const audience = await pageRequest(request);
    const signInPage = portalLink(audience)('login-signin-component');
    const actor = await mayChange(request);
    if (!actor) return seeOther(signInPage);
    if (new1 !== new2) return { status: 400, faults: [{ field: 'new2', message: 'password.confirm.not.match' }] };
    const { userId, b2BAlias, loginType } = await accountOf(actor);
    const { brand, locale } = audience;
    const asked = { userId, oldCredential: old, newCredential: new1, brand, locale };
    const change = await changePassword(actor, asked, originOf(request.headers));
    if (!change.ok) {
      if ('retryAfter' in change)
        return { status: 429, retryAfter: change.retryAfter, faults: [faultOf(tooMany(change.retryAfter))] };
      if ('locked' in change) return seeOther(portalLink(audience)('temporary-state-component'));
      return { status: 400, faults: [faultOf(change.refusal, { oldCredential: 'old', newCredential: 'new1' })] };
    }
    if (stateOf(request).toProfile) return seeOther(`${PROFILE}?changed=password`);
    // A token user signs in with the token, not with the password.
    if (loginType === 'token') return seeOther(signInPage);
    const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'password', secret: new1 });
    return seeOther(outcome.kind === 'refused' ? signInPage : outcome.redirect, headers);
  }
});
