import { messageView } from '../message-view';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';

const view = messageView<null>('temporary-state-component', ({ t, link }) => ({
  title: t('locked.title'),
  paragraphs: [t('locked.message'), t('locked.advice')],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

/** Where a locked sign-in ends up (P2.060). */
export const GET = portalRoute((request) => portalPage(request, view, null));

export const HEAD = GET;
