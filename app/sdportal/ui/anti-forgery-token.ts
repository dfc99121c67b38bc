import { readCookie } from './cookies';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The anti-forgery value: from the cookie, or 20 new random characters (P7.003, P9.011). */
export function antiForgeryToken(): string {
  const present = readCookie('sec-token');
  if (present) return present;
  let token = '';
  while (token.length < 20) {
    // Bytes from 248 up are left out, so that each of the 62 characters is equally likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < 248 && token.length < 20) token += ALPHANUMERIC[byte % 62];
    }
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = `sec-token=${token}; path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;
  return token;
}
