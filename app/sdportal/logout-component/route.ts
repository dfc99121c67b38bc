import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import type { TextKey } from '@/lib/core/text-key';
import { noSessionCookies, sessionTokenOf } from '@/lib/identity/session-cookie';
import { endSession } from '@/lib/identity/sessions';
import type { LogoutData } from '../enhance/pages/logout';
import { returnLink, SSO_COOKIE } from '../logout-link';
import { messageView } from '../message-view';
import { queryOf } from '../page-request';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';

interface LogoutState {
  /** Came in by single sign-on (P3.029). */
  sso?: boolean;
  /** Why a person was signed out, when something failed (P8.015, P8.016). */
  notice?: TextKey;
}

const NOTICES = new Map<string, TextKey>([
  ['down', 'app.server.down'],
  ['error', 'empty.error']
]);

const view = {
  ...messageView<LogoutState>('logout-component', ({ brand, t, link }, { sso, notice }) => {
    const address = returnLink(brand, link('login-signin-component'), sso ?? false);
    return {
      title: t('ng.you.have.been.logged.out'),
      paragraphs: notice ? [t(notice)] : [],
      action: address ? { label: t('ng.return.to.login.screen'), address } : null
    };
  }),
  script: 'logout',
  scriptData: (_page: unknown, { sso = false }: LogoutState): LogoutData => ({ sso })
};

/**
 * The logged-out page (P2.058, P2.059). Whoever comes here is signed out, by the countdown or by Cancel;
 * but not because another site sent them.
 */
export const GET = portalRoute(async (request) => {
  const sso = cookieOf(request.headers, SSO_COOKIE) !== undefined;
  const notice = NOTICES.get(queryOf(request)?.get('notice') ?? '');
  const headers: [string, string][] = [];
  if (sso) headers.push(['set-cookie', setCookie(request.headers, SSO_COOKIE, '', { sameSite: 'lax', maxAge: 0 })]);
  const token = await sessionTokenOf(request.headers);
  if (token && request.headers.get('sec-fetch-site') !== 'cross-site') {
    await endSession(token, originOf(request.headers));
    for (const cookie of noSessionCookies(request.headers)) headers.push(['set-cookie', cookie]);
  }
  return portalPage(request, view, { ...(sso && { sso }), ...(notice && { notice }) }, { headers });
});

export const HEAD = GET;
