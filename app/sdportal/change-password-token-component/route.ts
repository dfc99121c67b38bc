import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { passwordSchema } from '@/lib/identity/password-schema';
import { passwordMinimumBehind, resetPassword } from '@/lib/identity/recovery';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { userIdSchema } from '@/lib/identity/user-id';
import { enterFrontDoor } from '../../heracles/login/front-door';
import { faultOf } from '../form-state';
import { messageView } from '../message-view';
import { pageRequest, queryOf } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { RESET_LABELS, type ResetPasswordState, resetPasswordView } from './reset-password-view';

/** What the page shows of a link: nothing when it is no use any more. */
async function stateOf(token: string): Promise<ResetPasswordState> {
  const minimum = await passwordMinimumBehind(token.slice(0, 200));
  return minimum === null ? {} : { token, minimum };
}

/**
 * The page a reset link leads to: the token is checked first (P2.048). Without one, or where links are
 * switched off, it leads to the logged-out page (P4.018, P2.009).
 */
export const GET = portalRoute(async (request) => {
  const audience = await pageRequest(request);
  const token = queryOf(request)?.get('token');
  if (!token || !audience.brand.passwordResetLink) return seeOther(portalLink(audience)('logout-component'));
  return portalPage(request, resetPasswordView, await stateOf(token), { personal: true });
});

export const HEAD = GET;

/** The first PIN of a token user's token, shown once (CD.70): they sign in with the token, not with the password. */
const firstPinView = messageView<{ pin: string }>('change-password-token-component', ({ t, link }, { pin }) => ({
  title: t('new.pin.title'),
  paragraphs: [t('soft.token.first.pin', { pin })],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

const schema = z.object({
  token: z.string().min(1).max(200),
  userId: userIdSchema,
  credential: passwordSchema,
  confirmation: passwordSchema
});

/** The form without JavaScript. */
export const POST = portalForm<typeof schema, ResetPasswordState>(resetPasswordView, {
  schema,
  labels: RESET_LABELS,
  personal: true,
  keep: ({ token = '' }) => stateOf(token),
  async submit(request, { token, userId, credential, confirmation }) {
    const wait = await tooManyRecoveries(request);
    if (wait !== undefined) {
      return {
        status: 429,
        retryAfter: wait,
        faults: [{ message: 'too.many.requests', params: { minutes: Math.ceil(wait / 60) } }]
      };
    }
    if (credential !== confirmation) {
      return { status: 400, faults: [{ field: 'confirmation', message: 'password.confirm.not.match' }] };
    }
    const audience = await pageRequest(request);
    const result = await resetPassword({ token, userId, credential }, audience, originOf(request.headers));
    if (!result.ok) {
      if (result.refusal.code === 'reset.token.inactive')
        return portalPage(request, resetPasswordView, {}, { status: 422, personal: true });
      return { status: 400, faults: [faultOf(result.refusal)] };
    }
    const { b2BAlias, firstPin } = result.value;
    if (firstPin !== null) return portalPage(request, firstPinView, { pin: firstPin }, { personal: true });
    const signInPage = portalLink(audience)('login-signin-component');
    const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type: 'password', secret: credential });
    return seeOther(outcome.kind === 'refused' ? signInPage : outcome.redirect, headers);
  }
});
