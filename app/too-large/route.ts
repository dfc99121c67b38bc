import { isFormTooLarge } from '@/lib/core/http/body';
import { MAX_UPLOAD_BYTES } from '@/lib/core/spreadsheet-package';
import { messageView } from '../sdportal/message-view';
import { notFoundPage } from '../sdportal/not-found';
import { portalPage } from '../sdportal/portal-page';
import { portalRoute } from '../sdportal/portal-route';

const view = messageView<null>('too-large', ({ t }) => ({
  title: t('file.too.large.title'),
  paragraphs: [t('file.too.large.advice', { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2 })],
  action: null
}));

/** What proxy.ts answers a form with that is larger than the framework takes; nobody comes here otherwise. */
export const POST = portalRoute(async (request) =>
  (await isFormTooLarge(request)) ? portalPage(request, view, null, { status: 413 }) : notFoundPage(request)
);
export const GET = notFoundPage;
export const HEAD = notFoundPage;
