import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { isSecure } from '@/lib/core/http/origin';
import { newSecretToken } from '@/lib/core/secrets/ids';

const NAME = 'tessera-sso';
const SECONDS = 600;

// Over TLS no sibling host name can set it.
const cookieName = (request: Headers) => (isSecure(request) ? `__Host-${NAME}` : NAME);

/** The value that identifies the browser that began a federated sign-in; empty if it began none. */
export function browserOf(request: Headers): string {
  return cookieOf(request, cookieName(request)) ?? '';
}

/**
 * Sets or renews that value, so that two tabs don't interfere. SAML responses arrive by a cross-site post, which
 * requires SameSite=None; the cookie serves no other purpose.
 */
export function browserCookie(request: Headers, kind: 'oidc' | 'saml', browser: string): string {
  return setCookie(request, cookieName(request), browser, {
    httpOnly: true,
    sameSite: kind === 'saml' ? 'none' : 'lax',
    alwaysSecure: kind === 'saml',
    maxAge: SECONDS
  });
}

/** A new value for a browser without one. */
export const newBrowser = newSecretToken;
