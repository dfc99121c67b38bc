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
 * A personal page as the framework is to call it. What the framework shows in place of a page that throws is made
 * in the browser, and blank before a script runs; so a page that isn't there, or can't be made, is one that says so,
 * with its status. A redirect goes its way.
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
