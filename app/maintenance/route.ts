import { currentMaintenance, secondsLeft } from '@/lib/system/maintenance';
import { messageView } from '../sdportal/message-view';
import { seeOther } from '../sdportal/portal-form';
import { portalPage } from '../sdportal/portal-page';
import { portalRoute } from '../sdportal/portal-route';

const view = messageView<null>('maintenance', ({ t }) => ({
  title: t('service.unavailable'),
  paragraphs: [t('maintenance.message')],
  action: null
}));

/** What proxy.ts shows to everybody but system administrators while the system is maintained. */
const unavailable = portalRoute(async (request) => {
  const maintenance = await currentMaintenance();
  // Whoever comes by a link goes on; a post was never meant for here.
  if (!maintenance) return request.method === 'POST' ? new Response(null, { status: 404 }) : seeOther('/workspace');
  return portalPage(request, view, null, {
    status: 503,
    headers: [['retry-after', String(secondsLeft(maintenance))]]
  });
});

export const GET = unavailable;
export const HEAD = unavailable;
export const POST = unavailable;
