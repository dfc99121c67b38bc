import { messageView } from './message-view';
import { portalPage } from './portal-page';
import { portalRoute } from './portal-route';

const view = messageView<null>('not-found', ({ t, link }) => ({
  title: t('not.found.title'),
  paragraphs: [t('not.found.message')],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

/** The branded page for an address that leads nowhere (P2.014, PD.21). */
export const notFoundPage = portalRoute((request) => portalPage(request, view, null, { status: 404 }));
