import { z } from 'zod';
import { localeCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import { isLocale } from '@/lib/core/locales';
import type { TextKey } from '@/lib/core/text-key';
import { lookUpLoginInfo } from '@/lib/identity/look-up';
import { passwordSchema } from '@/lib/identity/password-schema';
import { relyingParty } from '@/lib/identity/relying-party';
import { sessionTokenOf } from '@/lib/identity/session-cookie';
import { endSession } from '@/lib/identity/sessions';
import { userIdSchema } from '@/lib/identity/user-id';
import { enterFrontDoor } from '../../heracles/login/front-door';
import { messageView } from '../message-view';
import { pageRequest, queryOf } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { refusedState } from '../refused-state';
import { SIGN_IN_LABELS, type SignInState, signInView } from './sign-in-view';

const SSO_FAILURES: Record<string, TextKey> = { failed: 'sso.failed', unlinked: 'sso.not.linked' };

/** How a federated sign-in failed: here, since the sign-in page of such a brand leads away at once. */
const ssoFailedView = messageView<TextKey>('login-signin-component', ({ t, link }, message) => ({
  title: t('login.failed.header'),
  paragraphs: [t(message)],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

/** The sign-in page; `user_locale` chooses a language without JavaScript (P2.023). */
export const GET = portalRoute(async (request) => {
  const { brand } = await pageRequest(request);
  const chosen = queryOf(request)?.get('user_locale');
  if (chosen) {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.delete('user_locale');
    const query = searchParams.size > 0 ? `?${searchParams}` : '';
    const headers = new Headers({ location: `${pathname}${query}`, 'cache-control': 'no-store' });
    if (isLocale(chosen) && brand.locales.includes(chosen))
      headers.append('set-cookie', localeCookie(request.headers, chosen));
    return new Response(null, { status: 303, headers });
  }
  const failed = SSO_FAILURES[queryOf(request)?.get('sso') ?? ''];
  if (failed) return portalPage(request, ssoFailedView, failed);
  if (brand.fssoRedirectUrl) {
    return new Response(null, {
      status: 302,
      headers: { location: brand.fssoRedirectUrl, 'cache-control': 'no-store' }
    });
  }
  return portalPage(request, signInView, await stateOf(request));
});

export const HEAD = GET;

async function stateOf(request: Request): Promise<SignInState> {
  const { brand } = await pageRequest(request);
  return (await relyingParty(brand, request.headers)) ? { passkeys: true } : {};
}

const schema = z.object({ userId: userIdSchema, password: passwordSchema });

/** The form without JavaScript: the same steps as the script takes, errors in the page (P4.001, P4.002). */
export const POST = portalForm<typeof schema, SignInState>(signInView, {
  schema,
  labels: SIGN_IN_LABELS,
  keep: (_fields, request) => stateOf(request),
  async submit(request, { userId, password }) {
    const oldToken = await sessionTokenOf(request.headers);
    if (oldToken) await endSession(oldToken, originOf(request.headers));
    const { b2BAlias, loginType } = await lookUpLoginInfo(userId);
    const type = loginType === 'token' ? 'token' : 'password';
    const { outcome, headers } = await enterFrontDoor(request, { b2BAlias, type, secret: password });
    return outcome.kind === 'refused' ? refusedState(outcome, 'userId') : seeOther(outcome.redirect, headers);
  }
});
