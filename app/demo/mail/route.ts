import { caughtMails } from '@/lib/mail/catcher';
import { queryOf } from '../../sdportal/page-request';
import { portalPage } from '../../sdportal/portal-page';
import { demoOnly } from '../demo-only';
import { mailListView } from './mail-views';

/** What the demo's mail catcher has kept, newest first; `?to=` shows one person's. */
export const GET = demoOnly(async (request) => {
  const to = queryOf(request)?.get('to') ?? undefined;
  return portalPage(request, mailListView, { mails: await caughtMails(to) }, { personal: true });
});
