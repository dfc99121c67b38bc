import { UNAVAILABLE_SECONDS } from '@/lib/core/busy';
import { errors } from '@/lib/core/http/answers';
import { LED_MARK } from '@/lib/core/http/led-mark';
import { isShown } from '@/lib/core/http/shown';
import { notFoundPage } from '../sdportal/not-found';
import { portalPage } from '../sdportal/portal-page';
import { portalRoute } from '../sdportal/portal-route';
import { postedForm } from './posted-form';
import { unavailableView } from './view';

const RETRY_AFTER = String(UNAVAILABLE_SECONDS);
/** Addresses of the workspace: nothing else is led to from here. */
const WORKSPACE = /^\/workspace([/?]|$)/;

/** What proxy.ts answers for the workspace while the database is away (C8.038). */
const unavailable = portalRoute(async (request) => {
  const { headers } = request;
  if (!headers.has(LED_MARK)) return notFoundPage(request);
  if (!isShown(headers)) return errors(503, [{ code: 'service.away' }], request, { 'retry-after': RETRY_AFTER });
  const asked = new URL(request.url).searchParams.get('at') ?? '';
  const state = {
    at: WORKSPACE.test(asked) ? asked : '/workspace',
    posted: request.method === 'POST' ? await postedForm(request) : null,
    requestId: headers.get('x-request-id') ?? ''
  };
  const init = { status: 503, personal: true, headers: [['retry-after', RETRY_AFTER]] as [string, string][] };
  return portalPage(request, unavailableView, state, init);
});

export const GET = unavailable;
export const HEAD = unavailable;
export const POST = unavailable;
export const PUT = unavailable;
export const PATCH = unavailable;
export const DELETE = unavailable;
