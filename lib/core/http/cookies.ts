import { parseCookie, stringifySetCookie } from 'cookie';
import { needsSecureCookies } from './origin';

const DAY = 86_400;
/** Locale and user-id cookies are kept 90 days (P9.012). */
export const REMEMBERED_DAYS = 90;

/** The value of a cookie of the request. */
export function cookieOf(headers: Pick<Headers, 'get'>, name: string): string | undefined {
  const header = headers.get('cookie');
  return header ? parseCookie(header)[name] : undefined;
}

export interface CookieOptions {
  httpOnly?: boolean;
  sameSite: 'strict' | 'lax' | 'none';
  /** Seconds; left out: until the browser closes; 0: delete. */
  maxAge?: number;
  /** Secure on every host, a developer's own machine included. */
  alwaysSecure?: boolean;
}

/** A Set-Cookie header value for the request's host. */
export function setCookie(request: Headers, name: string, value: string, options: CookieOptions): string {
  return stringifySetCookie({
    name,
    value,
    path: '/',
    httpOnly: options.httpOnly ?? false,
    sameSite: options.sameSite,
    secure: options.alwaysSecure || needsSecureCookies(request),
    ...(options.maxAge !== undefined && { maxAge: options.maxAge })
  });
}

/** The language a person chose, readable by script (P3.028). */
export function localeCookie(request: Headers, locale: string): string {
  return setCookie(request, 'user_locale', locale, { sameSite: 'lax', maxAge: REMEMBERED_DAYS * DAY });
}

/** The user id last signed in with, to spare typing it (P3.028). */
export function userIdCookie(request: Headers, userId: string): string {
  return setCookie(request, 'user_id', userId, {
    sameSite: 'strict',
    maxAge: REMEMBERED_DAYS * DAY,
    alwaysSecure: true
  });
}
