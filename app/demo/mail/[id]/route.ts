import { caughtMail } from '@/lib/mail/catcher';
import { notFoundPage } from '../../../sdportal/not-found';
import { portalPage } from '../../../sdportal/portal-page';
import { demoOnly } from '../../demo-only';
import { mailView } from '../mail-views';

/** One caught mail. */
export const GET = demoOnly(async (request) => {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
  const mail = /^[0-9a-f-]{36}$/.test(id) ? await caughtMail(id) : null;
  return mail ? portalPage(request, mailView, { id, mail }, { personal: true }) : notFoundPage(request);
});
