import { caughtMail } from '@/lib/brand/mail/catcher';

/** The HTML of one caught mail, for the frame on its page. The policy forbids scripts. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const mail = /^[0-9a-f-]{36}$/.test(id) ? await caughtMail(id) : null;
  if (!mail) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } });
  return new Response(mail.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups"
    }
  });
}
