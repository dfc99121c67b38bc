import { audienceOf } from '@/lib/brand/brands/audience';
import { errors } from '@/lib/core/http/answers';
import { cookieOf, setCookie, userIdCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import { RECOGNIZED_DAYS, recognitionCookie } from '@/lib/sign-in/session/recognized-browsers';
import { actorOfRequest, sessionCookies, sessionTokenOf } from '@/lib/sign-in/session/session-cookie';
import { endSession } from '@/lib/sign-in/session/sessions';
import { signIn } from '@/lib/sign-in/steps/sign-in';
import type { SignInAttempt } from '@/lib/sign-in/steps/sign-in-proof';
import type { SignInOutcome } from '@/lib/sign-in/steps/sign-in-refusal';
import { SSO_COOKIE } from '../../sdportal/logout-link';

/** Runs one step of a sign-in, for the front door or for a page's form. */
export async function enterFrontDoor(
  request: Request,
  step: Pick<SignInAttempt, 'b2BAlias' | 'type' | 'secret' | 'attemptId' | 'inResponseTo' | 'recognize'>
): Promise<{ outcome: SignInOutcome; headers: Headers }> {
  const [{ brand, locale }, halfway] = await Promise.all([audienceOf(request), actorOfRequest(request.headers)]);
  const recognizedBy = recognitionIn(request.headers);
  const outcome = await signIn({ ...step, brand, locale, halfway, recognizedBy }, originOf(request.headers));
  return { outcome, headers: await signedInHeaders(request, outcome) };
}

/** The value that identifies the request's browser to the user who is signing in. */
export const recognitionIn = (headers: Headers) => (account: { id: string }) =>
  cookieOf(headers, recognitionCookie(account));

/**
 * Builds the cookies of a signed-in browser: its session, the anti-forgery value bound to that session, and the user id
 * (P3.028). A sign-in never continues the session the browser sent (session fixation).
 */
export async function signedInHeaders(request: Request, outcome: SignInOutcome): Promise<Headers> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (outcome.kind === 'signed_in') {
    const oldToken = await sessionTokenOf(request.headers);
    if (oldToken) await endSession(oldToken, originOf(request.headers));
    for (const cookie of await sessionCookies(request.headers, outcome.session)) headers.append('set-cookie', cookie);
    headers.append('set-cookie', userIdCookie(request.headers, outcome.userId));
    if (outcome.recognition) {
      const { cookie, value } = outcome.recognition;
      const options = { httpOnly: true, sameSite: 'lax', maxAge: RECOGNIZED_DAYS * 86_400 } as const;
      headers.append('set-cookie', setCookie(request.headers, cookie, value, options));
    }
    if (cookieOf(request.headers, SSO_COOKIE)) {
      headers.append('set-cookie', setCookie(request.headers, SSO_COOKIE, '', { sameSite: 'lax', maxAge: 0 }));
    }
  }
  return headers;
}

/** The front door's response: the next address as text, or the refusal (P7.014). */
export async function frontDoorAnswer(request: Request, outcome: SignInOutcome, headers: Headers): Promise<Response> {
  if (outcome.kind === 'refused') {
    const retry: Record<string, string> = outcome.retryAfter ? { 'retry-after': String(outcome.retryAfter) } : {};
    return errors(outcome.status, [outcome.refusal], request, retry);
  }
  headers.set('content-type', 'text/plain; charset=utf-8');
  return new Response(outcome.redirect, { headers });
}
