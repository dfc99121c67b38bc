import { alphanumericOf } from '../secrets/ids';
import { keyedHash, sameSecret } from '../secrets/keys';

/** The cookie of the anti-forgery value, readable by script (P3.028, PD.12). */
export const ANTI_FORGERY_COOKIE = 'sec-token';
const TOKEN = /^[A-Za-z0-9]{20}$/;

/** The anti-forgery value of a session: it can't be computed without the session (P9.011, PD.12). */
export function antiForgeryTokenFor(sessionId: string): string {
  return alphanumericOf(keyedHash('anti-forgery', sessionId), 20);
}

/**
 * Whether a request's X-CSRF-TOKEN and X-XSRF-TOKEN both equal its sec-token cookie (P7.003), and that cookie is the
 * session's own, if there is one.
 */
export function hasAntiForgeryToken(headers: Headers, cookie: string | undefined, sessionId?: string): boolean {
  const sent = headers.get('x-csrf-token') ?? '';
  const twin = headers.get('x-xsrf-token') ?? '';
  if (!cookie || !TOKEN.test(cookie) || !sameSecret(sent, cookie) || !sameSecret(twin, cookie)) return false;
  return sessionId === undefined || sameSecret(cookie, antiForgeryTokenFor(sessionId));
}

/**
 * Whether a post comes from a page of this host: browsers send Sec-Fetch-Site or Origin, which pages of other sites
 * can't change.
 */
export function isSameOrigin(headers: Pick<Headers, 'get' | 'has'>): boolean {
  if (isFromElsewhere(headers)) return false;
  const origin = headers.get('origin');
  if (origin === null) return headers.has('sec-fetch-site');
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** Whether a browser reports that a page of another site, or of another host of this one, sent it. */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** A client other than a browser sends no ambient cookies, so it can't be tricked. */
export function isBrowser(headers: Headers): boolean {
  // Not Sec-Fetch-Mode: Node's own fetch sends that alone.
  return ['origin', 'sec-fetch-site', 'cookie', 'referer'].some((name) => headers.has(name));
}
