import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { isSecure } from '@/lib/core/http/origin';
import { newSecretToken } from '@/lib/core/secrets/ids';

const NAME = 'tessera-sso';
const SECONDS = 600;

// Over TLS no neighbouring host name can plant it.
const cookieName = (request: Headers) => (isSecure(request) ? `__Host-${NAME}` : NAME);

/** What tells the browser that began a federated sign-in from all others; empty when it began none. */
export function browserOf(request: Headers): string {
  return cookieOf(request, cookieName(request)) ?? '';
}

/**
 * Gives the browser that value, or prolongs the one it has, so that two tabs don't disturb each other.
 * SAML answers come by a cross-site post: only that needs SameSite=None, and it is all this cookie is for.
 */
export function browserCookie(request: Headers, kind: 'oidc' | 'saml', browser: string): string {
  return setCookie(request, cookieName(request), browser, {
    httpOnly: true,
    sameSite: kind === 'saml' ? 'none' : 'lax',
    alwaysSecure: kind === 'saml',
    maxAge: SECONDS
  });
}

/** A value for a browser that has none. */
export const newBrowser = newSecretToken;
