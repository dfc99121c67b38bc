import { userIdCookie } from '@/lib/core/http/cookies';
import { sessionCookies } from '@/lib/identity/session-cookie';
import type { SignInOutcome } from '@/lib/identity/sign-in';

/** The cookies a signed-in browser gets: its session, the anti-forgery value bound to it, the user id (P3.028). */
export async function signedInHeaders(
  request: Headers,
  outcome: Extract<SignInOutcome, { kind: 'signed_in' }>
): Promise<Headers> {
  const headers = new Headers();
  for (const cookie of await sessionCookies(request, outcome.session)) headers.append('set-cookie', cookie);
  headers.append('set-cookie', userIdCookie(request, outcome.userId));
  return headers;
}
