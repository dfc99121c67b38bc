import { errors } from '@/lib/core/http/answers';
import { isShown } from '@/lib/core/http/shown';
import { messageView } from '../sdportal/message-view';
import { notFoundPage } from '../sdportal/not-found';
import { portalPage } from '../sdportal/portal-page';
import { portalRoute } from '../sdportal/portal-route';

const view = messageView<null>('refused', ({ t }) => ({
  title: t('request.refused.title'),
  paragraphs: [t('request.refused.message')],
  action: { label: t('not.found.home'), address: '/workspace' }
}));

/** What proxy.ts answers to what a page of another site has sent (P7.002). */
const refused = portalRoute(async (request) =>
  isShown(request.headers)
    ? portalPage(request, view, null, { status: 403 })
    : errors(403, [{ code: 'request.forged' }], request)
);

export const POST = refused;
export const PUT = refused;
export const PATCH = refused;
export const DELETE = refused;
export const GET = notFoundPage;
export const HEAD = notFoundPage;
