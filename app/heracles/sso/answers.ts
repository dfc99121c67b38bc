import { findBrand } from '@/lib/brand/brands/resolve';
import { setCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import { finishFederatedSignIn } from '@/lib/sign-in/federation/sign-in';
import { sessionCookies } from '@/lib/sign-in/session/session-cookie';
import { SSO_COOKIE } from '../../sdportal/logout-link';
import { browserOf } from './browser-cookie';

/** Redirects the browser. `address` never comes from the request. */
export function goOn(address: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: address, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** Redirects to the brand's sign-in page, which shows the error and returns to the provider only on request. */
export function backToSignIn(brandName: string, sso: 'failed' | 'unlinked'): Response {
  return goOn(`/sdportal/login-signin-component?${new URLSearchParams({ cobrandHost: brandName, sso })}`);
}

/**
 * Completes a federated sign-in with the provider's answer and sets the same cookies as every sign-in (PD.12, PD.13).
 */
export async function takeAnswer(
  request: Request,
  { brandName, kind, answer }: { brandName: string; kind: 'oidc' | 'saml'; answer: URLSearchParams }
): Promise<Response> {
  const brand = await findBrand(brandName);
  if (!brand) return goOn('/sdportal/login-signin-component?sso=failed');
  const browser = browserOf(request.headers);
  const outcome = await finishFederatedSignIn(
    { brandName: brand.name, kind, browser, answer },
    originOf(request.headers)
  );
  switch (outcome.kind) {
    case 'signed_in':
      return goOn('/workspace', [
        ...(await sessionCookies(request.headers, outcome.session)),
        // Scripts can read it, as the portal's clients do (P3.029); it grants no access.
        setCookie(request.headers, SSO_COOKIE, '1', { sameSite: 'lax' })
      ]);
    case 'locked':
      return goOn(`/sdportal/temporary-state-component?${new URLSearchParams({ cobrandHost: brand.name })}`);
    case 'not_linked':
      return backToSignIn(brand.name, 'unlinked');
    case 'failed':
      return backToSignIn(brand.name, 'failed');
  }
}
