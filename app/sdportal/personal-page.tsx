import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { ReactNode } from 'react';
import { answerWith } from '@/lib/core/http/requests';
import { busyOf, isUnavailable, UNAVAILABLE_SECONDS } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { NotFound } from './not-found-message';
import type { PageParams } from './page-address';
import { pageContext } from './page-context';
import { Message } from './ui/message';

interface PageProps {
  params: Promise<PageParams>;
}

/**
 * Wraps a personal page. The framework renders its fallback for a page that throws only in the browser, blank before
 * scripts run; so a missing or failing page becomes an error page with the right status. Redirects pass through.
 */
export function personalPage<Props extends PageProps>(render: (props: Props) => Promise<ReactNode>) {
  return async function PersonalPage(props: Props): Promise<ReactNode> {
    try {
      return await render(props);
    } catch (error) {
      return shownInstead(error, props);
    }
  };
}

async function shownInstead(error: unknown, { params }: PageProps): Promise<ReactNode> {
  const requestId = (await headers()).get('x-request-id') ?? '';
  if ((error as { digest?: string }).digest === 'NEXT_HTTP_ERROR_FALLBACK;404') {
    answerWith(requestId, 404);
    return <NotFound page={await pageContext(params)} />;
  }
  unstable_rethrow(error);
  log.error({ err: error, requestId }, 'page failed');
  const seconds = busyOf(error)?.retryAfterSeconds ?? (isUnavailable(error) ? UNAVAILABLE_SECONDS : null);
  if (seconds === null) answerWith(requestId, 500);
  else answerWith(requestId, 503, { 'retry-after': String(seconds) });
  const { t, link } = await pageContext(params);
  return (
    <Message
      title={t(seconds === null ? 'error.system.header' : 'login.unable')}
      action={{ label: t('ng.return.to.login.screen'), address: link('login-signin-component') }}
    >
      <p>{t(seconds === null ? 'error.system.message' : 'authentication.unavailable')}</p>
    </Message>
  );
}
