import { caughtMail } from '@/lib/mail/catcher';
import { notFoundPage } from '../../../../sdportal/not-found';
import { demoOnly } from '../../../demo-only';

/** The HTML of one caught mail, for the frame of its page: nothing in it may run. */
export const GET = demoOnly(async (request) => {
  const id = new URL(request.url).pathname.split('/').at(-2) ?? '';
  const mail = /^[0-9a-f-]{36}$/.test(id) ? await caughtMail(id) : null;
  if (!mail) return notFoundPage(request);
  return new Response(mail.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups"
    }
  });
});
