import { isUnavailable, UNAVAILABLE_SECONDS } from '@/lib/core/busy';
import { log } from '@/lib/core/log';
import { messageView } from './message-view';
import { portalPage } from './portal-page';

const view = messageView<'system' | 'unavailable'>('system-error', ({ t, link }, failure) => ({
  title: t(failure === 'unavailable' ? 'login.unable' : 'error.system.header'),
  paragraphs: [t(failure === 'unavailable' ? 'authentication.unavailable' : 'error.system.message')],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

const RETRY: [string, string][] = [['retry-after', String(UNAVAILABLE_SECONDS)]];

/** What is left to say before any brand could be read. */
function withoutBrand(): Response {
  return new Response('The service is unavailable. Please try again in a few seconds.', {
    status: 503,
    headers: { 'cache-control': 'no-store', 'retry-after': String(UNAVAILABLE_SECONDS) }
  });
}

/** A portal page's GET and HEAD: a failure is logged under the request's id and shown as the brand's error page. */
export function portalRoute(answer: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await answer(request);
    } catch (err) {
      log.error({ err, requestId: request.headers.get('x-request-id') }, 'page failed');
      // Without the database there may be no brand either: then the plainest of answers.
      const shown = isUnavailable(err)
        ? portalPage(request, view, 'unavailable', { status: 503, headers: RETRY })
        : portalPage(request, view, 'system', { status: 500 });
      return shown.catch(withoutBrand);
    }
  };
}
