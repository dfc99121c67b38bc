import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { internalAddress } from '@/app/sdportal/page-address';
import { noncePolicy } from '@/app/sdportal/page-nonce';
import { keepPostedForm } from '@/app/sdportal/posted-form';
import { type Maintenance, secondsLeft, toldMaintenance } from '@/lib/access/maintenance/maintenance';
import { audienceIn } from '@/lib/brand/brands/audience';
import { brandDirectory } from '@/lib/brand/brands/directory';
import type { Refusal } from '@/lib/core/entry/refusal';
import { MAX_UPLOAD_BYTES } from '@/lib/core/files/spreadsheet-package';
import { errors } from '@/lib/core/http/answers';
import { isFromElsewhere, isSameOrigin } from '@/lib/core/http/anti-forgery';
import { isFormTooLarge } from '@/lib/core/http/body';
import { cookieOf } from '@/lib/core/http/cookies';
import { LED_MARK } from '@/lib/core/http/led-mark';
import { pagePolicy } from '@/lib/core/http/page-policy.mjs';
import { answerWith } from '@/lib/core/http/requests';
import { isShown } from '@/lib/core/http/shown';
import { isLocale, type Locale } from '@/lib/core/language/locales';
import { UNAVAILABLE_SECONDS } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { ownAccount } from '@/lib/sign-in/account/own-account';
import { actorOfRequest } from '@/lib/sign-in/session/session-cookie';

/** Routes that answer with foreign content under their own policy. */
const OWN_POLICY = /^\/workspace\/(brands\/[^/]+\/preview\/mail$|brand-images\/)/;
/** The preview of a brand's sign-in page, for a frame of the brand studio. */
const PREVIEW = /^\/workspace\/brands\/[^/]+\/preview\/sign-in$/;
const URL_ENCODED = /^application\/x-www-form-urlencoded\b/;
/** No scripts, forms or requests; images require the session, so the frame keeps its origin. */
const PREVIEW_POLICY = `${pagePolicy({ scripts: [], styles: ["'unsafe-inline'"] }).replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`;

/** Rewrites to a portal page that explains the refusal; clients that don't read pages get the bare refusal. */
interface Message {
  page: 'workspace-refused' | 'too-large' | 'maintenance' | 'unavailable';
  status: number;
  refusal: Refusal;
  retryAfter?: number;
  query?: Record<string, string>;
  /** The brand and the language of the reader, if they are known from more than the request. */
  brandName?: string | undefined;
  locale?: Locale | undefined;
}

/**
 * Checks every request for a page or action of the workspace. A refused request gets an explanation in the brand's
 * look; so does every request while the database is unavailable.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  try {
    return (await turnedAway(request)) ?? (await letThrough(request));
  } catch (err) {
    log.error({ err, requestId: request.headers.get('x-request-id') }, 'the workspace could not be asked');
    const maintenance = await toldMaintenance().catch(() => null);
    if (maintenance) return led(request, await maintained(request, maintenance));
    if (request.method === 'POST') await keepPostedForm(request);
    const { pathname, search } = request.nextUrl;
    return led(request, {
      page: 'unavailable',
      status: 503,
      refusal: { code: 'service.away' },
      retryAfter: UNAVAILABLE_SECONDS,
      query: { at: `${pathname}${search}` }
    });
  }
}

/** The page doesn't read the body: the request becomes a GET, except for its method. */
async function led(
  request: NextRequest,
  { page, status, refusal, retryAfter, query, brandName, locale }: Message
): Promise<Response> {
  const { headers: given, method, url } = request;
  const more: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const readsPages = isShown(given) && ['GET', 'HEAD', 'POST'].includes(method);
  // Without the database the brand may be unknown too.
  const directory = readsPages ? await brandDirectory().catch(() => null) : null;
  if (!directory) return errors(status, [refusal], request, more);
  const audience = audienceIn(directory, given, new URLSearchParams(brandName && { cobrandHost: brandName }));
  const policy = noncePolicy(audience.brand);
  const headers = new Headers(given);
  for (const name of ['content-type', 'next-action']) headers.delete(name);
  headers.set(LED_MARK, page);
  headers.set('content-security-policy', policy);
  const address = internalAddress({ ...audience, locale: locale ?? audience.locale }, false, page);
  answerWith(given.get('x-request-id') ?? '', status, more);
  const response = NextResponse.rewrite(new URL(`${address}?${new URLSearchParams(query)}`, url), {
    request: { headers }
  });
  response.headers.set('content-security-policy', policy);
  return response;
}

/**
 * The response that refuses a request, or null. Every method except the safe ones must come from this host's own pages.
 */
async function turnedAway(request: NextRequest): Promise<Response | null> {
  const { headers, method } = request;
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (!isSafe && isFromElsewhere(headers))
    return led(request, { page: 'workspace-refused', status: 403, refusal: { code: 'request.forged' } });
  const maintenance = await toldMaintenance();
  if (maintenance && (await isShutOut(request))) return led(request, await maintained(request, maintenance));
  if (isSafe || !(await isFormTooLarge(request))) return null;
  const actor = await actorOfRequest(headers);
  return led(request, {
    page: 'too-large',
    status: 413,
    refusal: { code: 'file.too.large', params: { megabytes: MAX_UPLOAD_BYTES / 1024 ** 2 } },
    brandName: actor?.brandName
  });
}

/**
 * Workspace pages are personal, so each response has its own policy: only scripts and styles with its nonce run, and the
 * style attributes by which the parts place pop-ups. (The portal's shared pages use hashes instead; request ids and
 * client addresses are settled earlier, in lib/core/http/requests.ts.)
 */
async function letThrough(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (OWN_POLICY.test(pathname)) return NextResponse.next();
  if (PREVIEW.test(pathname)) return preview(request);
  const nonce = randomBytes(16).toString('base64');
  // React's fast refresh evaluates code in development.
  const development = process.env.NODE_ENV === 'development' ? ["'unsafe-eval'"] : [];
  const policy = pagePolicy({
    scripts: [`'nonce-${nonce}'`, "'strict-dynamic'", ...development],
    styles: ["'self'", `'nonce-${nonce}'`],
    styleAttributes: true,
    workers: true
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-method', request.method);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Keeps the posted form for the page that shows it; the page can't receive it as an action of its own. */
async function preview(request: NextRequest): Promise<Response> {
  const headers = new Headers(request.headers);
  if (request.method === 'POST') {
    if (!isSameOrigin(headers)) return errors(403, [{ code: 'request.forged' }], request);
    if (!URL_ENCODED.test(headers.get('content-type') ?? ''))
      return errors(415, [{ code: 'body.media.type' }], request);
    await keepPostedForm(request);
    for (const name of ['content-type', 'next-action']) headers.delete(name);
  }
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', PREVIEW_POLICY);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Shows the brand's maintenance page to everybody except system administrators (C4.037). */
async function isShutOut({ headers }: NextRequest): Promise<boolean> {
  const actor = await actorOfRequest(headers);
  return actor !== null && actor.role !== 'Z';
}

/** The maintenance notice, in the reader's time zone and language; UTC if the database is unavailable (C8.039). */
async function maintained({ headers }: NextRequest, maintenance: Maintenance): Promise<Message> {
  const actor = await actorOfRequest(headers).catch(() => null);
  const account = actor && (await ownAccount(actor).catch(() => null));
  const end = endOf(maintenance);
  return {
    page: 'maintenance',
    status: 503,
    refusal: { code: 'service.unavailable', message: 'maintenance.message' },
    retryAfter: secondsLeft(maintenance),
    query: { ...(end && { end: String(end) }), timeZone: account?.timeZone ?? 'UTC' },
    brandName: actor?.brandName,
    locale: [cookieOf(headers, 'user_locale'), account?.locale ?? undefined].find(isLocale)
  };
}

/** The expected end rounded up to a minute, so that nobody returns too early; null if it has passed. */
function endOf({ expectedEnd }: Maintenance): number | null {
  const minute = 60_000;
  return expectedEnd.getTime() > Date.now() ? Math.ceil(expectedEnd.getTime() / minute) * minute : null;
}

// A feed's file is streamed and must not pass here: the proxy holds bodies in memory and truncates them.
export const config = { matcher: ['/workspace', '/workspace/((?!feeds/file$).+)'] };
