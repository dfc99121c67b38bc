import type { Metadata } from 'next';
import { pageAsked } from '@/app/sdportal/answer-form';
import { returnLink, SSO_COOKIE } from '@/app/sdportal/logout-link';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { Message } from '@/app/sdportal/ui/message';
import { queryOf } from '@/lib/brand/brands/audience';
import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import { answerWith } from '@/lib/core/http/requests';
import type { TextKey } from '@/lib/core/language/text-key';
import { noSessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endSession } from '@/lib/sign-in/session/sessions';
import { SignedOut } from './signed-out';

interface Props {
  params: Promise<PageParams>;
}

/** Why the user was signed out: a failure (P8.015, P8.016), or a new PIN to sign in with (P4.028). */
const NOTICES = new Map<string, TextKey>([
  ['down', 'app.server.down'],
  ['error', 'empty.error'],
  ['pin', 'pin.saved']
]);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('ng.you.have.been.logged.out')} – ${brand.appName}` };
}

/** The logged-out page (P2.058, P2.059). */
export default personalPage(async ({ params }: Props) => {
  const { brand, t, link } = await pageContext(params);
  const request = await pageAsked();
  const cameBySso = await signOut(request);
  const notice = NOTICES.get(queryOf(request)?.get('notice') ?? '');
  const address = returnLink(brand, link('login-signin-component'), cameBySso);
  return (
    <Message
      title={t('ng.you.have.been.logged.out')}
      action={address ? { label: t('ng.return.to.login.screen'), address } : null}
    >
      {notice && <p>{t(notice)}</p>}
      <SignedOut sso={cameBySso} />
    </Message>
  );
});

/**
 * Signs the visitor out, after the countdown or Cancel, unless another site sent the request. Resolves to whether the
 * session came from single sign-on (P3.029).
 */
async function signOut({ headers }: Request): Promise<boolean> {
  const cameBySso = cookieOf(headers, SSO_COOKIE) !== undefined;
  const cookies = cameBySso ? [setCookie(headers, SSO_COOKIE, '', { sameSite: 'lax', maxAge: 0 })] : [];
  const token = await sessionTokenOf(headers);
  if (token && headers.get('sec-fetch-site') !== 'cross-site') {
    await endSession(token, originOf(headers));
    cookies.push(...noSessionCookies(headers));
  }
  // The framework doesn't let a page delete cookies.
  if (cookies.length > 0) answerWith(headers.get('x-request-id') ?? '', 200, { 'set-cookie': cookies });
  return cameBySso;
}
