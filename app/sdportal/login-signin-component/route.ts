import { z } from 'zod';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { BodyRefused, readBody } from '@/lib/core/http/body';
import { localeCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import { isLocale } from '@/lib/core/locales';
import { log } from '@/lib/core/log';
import { lookUpLoginInfo } from '@/lib/identity/look-up';
import { sessionTokenOf } from '@/lib/identity/session-cookie';
import { endSession } from '@/lib/identity/sessions';
import { passwordSchema, type SignInOutcome, signIn } from '@/lib/identity/sign-in';
import { userIdSchema } from '@/lib/identity/user-id';
import { signedInHeaders } from '../../heracles/login/signed-in-headers';
import { pageRequest, queryOf } from '../page-request';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { type SignInState, signInView } from './sign-in-view';

/** The sign-in page; `user_locale` chooses a language without JavaScript (P2.023). */
export const GET = portalRoute(async (request) => {
  const { brand } = await pageRequest(request);
  const chosen = queryOf(request)?.get('user_locale');
  if (chosen) {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.delete('user_locale');
    const query = searchParams.size > 0 ? `?${searchParams}` : '';
    const headers = new Headers({ location: `${pathname}${query}`, 'cache-control': 'no-store' });
    if (isLocale(chosen) && brand.locales.includes(chosen))
      headers.append('set-cookie', localeCookie(request.headers, chosen));
    return new Response(null, { status: 303, headers });
  }
  if (brand.fssoRedirectUrl) {
    return new Response(null, {
      status: 302,
      headers: { location: brand.fssoRedirectUrl, 'cache-control': 'no-store' }
    });
  }
  return portalPage(request, signInView, null);
});

export const HEAD = GET;

const formSchema = z.object({ userId: userIdSchema, password: passwordSchema });

/** The form without JavaScript: the same steps as the script takes, errors in the page (P4.001, P4.002). */
export async function POST(request: Request): Promise<Response> {
  try {
    if (!isSameOrigin(request.headers)) return page(request, { error: 'expired' }, 403);
    const form = formSchema.safeParse(await readBody(request, 'form', 8_192));
    if (!form.success) {
      const names = new Set(form.error.issues.map(({ path }) => String(path[0])));
      return page(
        request,
        { error: 'required', fields: (['userId', 'password'] as const).filter((name) => names.has(name)) },
        400
      );
    }
    const origin = originOf(request.headers);
    const oldToken = await sessionTokenOf(request.headers);
    if (oldToken) await endSession(oldToken, origin);
    const { brand } = await pageRequest(request);
    const { b2BAlias } = await lookUpLoginInfo(form.data.userId);
    const outcome = await signIn({ b2BAlias, password: form.data.password, brandName: brand.name }, origin);
    return await answer(request, outcome);
  } catch (error) {
    if (error instanceof BodyRefused) return page(request, { error: 'failed' }, error.status);
    log.error({ err: error, requestId: request.headers.get('x-request-id') }, 'sign-in failed');
    return page(request, { error: 'system' }, 500);
  }
}

async function answer(request: Request, outcome: SignInOutcome): Promise<Response> {
  if (outcome.kind === 'refused') {
    const { status, retryAfter = 0 } = outcome;
    const state: SignInState =
      status === 503
        ? { error: 'busy', seconds: retryAfter }
        : status === 429
          ? { error: 'too_many', minutes: Math.ceil(retryAfter / 60) }
          : { error: 'failed' };
    return page(request, state, status, retryAfter ? [['retry-after', String(retryAfter)]] : []);
  }
  const headers = outcome.kind === 'signed_in' ? await signedInHeaders(request.headers, outcome) : new Headers();
  headers.set('location', outcome.redirect);
  headers.set('cache-control', 'no-store');
  return new Response(null, { status: 303, headers });
}

function page(
  request: Request,
  state: SignInState,
  status: number,
  headers: [string, string][] = []
): Promise<Response> {
  return portalPage(request, signInView, state, { status, headers });
}
