import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { isFromElsewhere } from '@/lib/core/http/anti-forgery';
import { isFormTooLarge } from '@/lib/core/http/body';
import { LED_MARK } from '@/lib/core/http/led-mark';
import { log } from '@/lib/core/log';
import { actorOfRequest } from '@/lib/identity/session-cookie';
import { toldMaintenance } from '@/lib/system/maintenance';

/** Routes that answer with a document of somebody else's making, under a policy of their own. */
const OWN_POLICY = /^\/workspace\/(brands\/[^/]+\/preview|brand-images)\//;

/**
 * What stands before every page and action of the workspace. Whoever can't be let through is led to a page in
 * their brand's look that says why; so is everybody while the database is away.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  try {
    return (await turnedAway(request)) ?? letThrough(request);
  } catch (err) {
    log.error({ err, requestId: request.headers.get('x-request-id') }, 'the workspace could not be asked');
    if (await toldMaintenance().catch(() => null)) return ledTo(request, '/maintenance');
    const { pathname, search } = request.nextUrl;
    return ledTo(request, '/unavailable', { at: `${pathname}${search}` });
  }
}

function ledTo(request: NextRequest, page: string, query: Record<string, string> = {}): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(LED_MARK, page);
  return NextResponse.rewrite(new URL(`${page}?${new URLSearchParams(query)}`, request.url), { request: { headers } });
}

/** The answer to who can't be let through, or null. Every method but the safe ones is to come from this host's own pages. */
async function turnedAway(request: NextRequest): Promise<NextResponse | null> {
  const { headers, method } = request;
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (!isSafe && isFromElsewhere(headers)) return ledTo(request, '/refused');
  const shutOutOf = await brandUnderMaintenance(request);
  if (shutOutOf) return ledTo(request, '/maintenance', { cobrandHost: shutOutOf });
  if (isSafe || !(await isFormTooLarge(request))) return null;
  const actor = await actorOfRequest(headers);
  return ledTo(request, '/too-large', { cobrandHost: actor?.brandName ?? '' });
}

/**
 * The workspace's pages are made for one person, so each gets a policy of its own: only scripts and
 * styles that carry this answer's nonce run. (The portal's shared pages use hashes instead, and request
 * ids and client addresses are settled earlier, in lib/core/http/requests.ts.)
 */
function letThrough(request: NextRequest): NextResponse {
  if (OWN_POLICY.test(request.nextUrl.pathname)) return NextResponse.next();
  const nonce = randomBytes(16).toString('base64');
  // React's refresh in development evaluates code.
  const development = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : '';
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/**
 * While the system is maintained everybody but its administrators finds their brand's page that says so (C4.037):
 * the brand's name, for somebody who is shut out.
 */
async function brandUnderMaintenance({ nextUrl, headers }: NextRequest): Promise<string | null> {
  if (nextUrl.pathname === '/workspace/sign-out' || !(await toldMaintenance())) return null;
  const actor = await actorOfRequest(headers);
  return actor && actor.role !== 'Z' ? actor.brandName : null;
}

// A file of a feed streams by: what comes through here is held in memory, and cut off.
export const config = { matcher: ['/workspace', '/workspace/((?!feeds/file$).+)'] };
