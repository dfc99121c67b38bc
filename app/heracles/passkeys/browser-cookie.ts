import { cookieOf, setCookie } from '@/lib/core/http/cookies';
import { newSecretToken } from '@/lib/core/secrets/ids';

const NAME = 'passkey-browser';
/** As long as a challenge. */
const SECONDS = 300;

/** The secret that ties a browser to the challenges it asked for, or undefined. */
export function passkeyBrowserOf(request: Headers): string | undefined {
  const secret = cookieOf(request, NAME);
  return /^[\w-]{43}$/.test(secret ?? '') ? secret : undefined;
}

/** The browser's secret, the one it has or a new one, with the Set-Cookie value that keeps it. */
export function keepPasskeyBrowser(request: Headers): { browser: string; cookie: string } {
  const browser = passkeyBrowserOf(request) ?? newSecretToken();
  return {
    browser,
    cookie: setCookie(request, NAME, browser, { httpOnly: true, sameSite: 'strict', maxAge: SECONDS })
  };
}
