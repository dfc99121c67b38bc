import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { newSecretToken } from '@/lib/core/secrets/ids';

const NAME = 'passkey-browser';
/** The same lifetime as a challenge. */
const SECONDS = 300;

/** The secret that binds a browser to the challenges it requested, or undefined. */
export function passkeyBrowserOf(request: Headers): string | undefined {
  const secret = cookieOf(request, NAME);
  return /^[\w-]{43}$/.test(secret ?? '') ? secret : undefined;
}

/** Returns the browser's secret, existing or new, with the Set-Cookie value that stores it. */
export function keepPasskeyBrowser(request: Headers): { browser: string; cookie: string } {
  const browser = passkeyBrowserOf(request) ?? newSecretToken();
  return {
    browser,
    cookie: setCookie(request, NAME, browser, { httpOnly: true, sameSite: 'strict', maxAge: SECONDS })
  };
}
