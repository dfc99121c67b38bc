import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { returnLink, SSO_COOKIE } from '../logout-link';
import { messageView } from '../message-view';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';

const view = messageView<{ sso?: boolean }>('logout-component', ({ brand, t, link }, { sso }) => {
  const address = returnLink(brand, link('login-signin-component'), sso ?? false);
  return {
    title: t('ng.you.have.been.logged.out'),
    paragraphs: [],
    action: address ? { label: t('ng.return.to.login.screen'), address } : null
  };
});

/** The logged-out page (P2.058, P2.059). */
export const GET = portalRoute(async (request) => {
  const sso = cookieOf(request.headers, SSO_COOKIE) !== undefined;
  const forget = setCookie(request.headers, SSO_COOKIE, '', { sameSite: 'lax', maxAge: 0 });
  return portalPage(request, view, { sso }, sso ? { headers: [['set-cookie', forget]] } : {});
});

export const HEAD = GET;
