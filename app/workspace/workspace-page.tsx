import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { answerWith } from '@/lib/core/http/requests';
import { secondsToWait } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { NotAllowed } from './not-allowed';
import { noted } from './not-allowed-note';
import NotFoundPage from './not-found';
import { ServiceAway } from './service-away';

/**
 * Wraps a page of the workspace. The framework renders its fallback for a page that throws only in the browser, blank
 * before scripts run; so a missing or temporarily failing page becomes an error page with the right status (C8.038,
 * C8.040).
 */
export function workspacePage<Props>(render: (props: Props) => Promise<ReactNode>) {
  return async function WorkspacePage(props: Props): Promise<ReactNode> {
    try {
      return await render(props);
    } catch (error) {
      return shownInstead(error);
    }
  };
}

async function shownInstead(error: unknown): Promise<ReactNode> {
  const requestId = (await headers()).get('x-request-id') ?? '';
  if ((error as { digest?: string }).digest === 'NEXT_HTTP_ERROR_FALLBACK;404') {
    answerWith(requestId, 404);
    return noted().notAllowed ? <NotAllowed /> : <NotFoundPage />;
  }
  const seconds = secondsToWait(error);
  if (seconds === null) throw error;
  log.error({ err: error, requestId }, 'a page could not be made now');
  answerWith(requestId, 503, { 'retry-after': String(seconds) });
  return <ServiceAway requestId={requestId} />;
}
