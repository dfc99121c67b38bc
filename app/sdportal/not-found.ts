import { config } from '@/lib/core/config';
import { messageView } from './message-view';
import { pageRequest } from './page-request';
import { portalLink } from './portal-link';
import { portalPage } from './portal-page';
import { portalRoute } from './portal-route';

const view = messageView<null>('not-found', ({ t, link }) => ({
  title: t('not.found.title'),
  paragraphs: [t('not.found.message')],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

/**
 * The branded page for an address that leads nowhere. In production the portal's own go on to the logout
 * address, at once: a page that moves after a while would take the time from who reads it (P2.014, PD.21,
 * WCAG 2.2.1).
 */
export const notFoundPage = portalRoute(async (request) => {
  const inPortal = /^\/sdportal\/[^?]+-component/.test(new URL(request.url).pathname);
  const leave = config().TESSERA_MODE === 'production' && request.method === 'GET' && inPortal;
  const address = leave && portalLink(await pageRequest(request))('logout-component');
  return portalPage(request, view, null, { status: 404, headers: address ? [['refresh', `0; url=${address}`]] : [] });
});
