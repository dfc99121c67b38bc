import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { isFormTooLarge } from '@/lib/core/http/body';
import { actorOfRequest } from '@/lib/identity/session-cookie';
import { currentMaintenance } from '@/lib/system/maintenance';

/** Routes that answer with a document of somebody else's making, under a policy of their own. */
const OWN_POLICY = /^\/workspace\/(brands\/[^/]+\/preview|brand-images)\//;

/**
 * The workspace's pages are made for one person, so each gets a policy of its own: only scripts and
 * styles that carry this answer's nonce run. (The portal's shared pages use hashes instead, and request
 * ids and client addresses are settled earlier, in lib/core/http/requests.ts.)
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const shutOutOf = await brandUnderMaintenance(request);
  if (shutOutOf) return NextResponse.rewrite(new URL(`/maintenance?cobrandHost=${shutOutOf}`, request.url));
  if (isFormTooLarge(request.headers)) {
    const actor = await actorOfRequest(request.headers);
    return NextResponse.rewrite(new URL(`/too-large?cobrandHost=${actor?.brandName ?? ''}`, request.url));
  }
  if (OWN_POLICY.test(pathname)) return NextResponse.next();
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
  if (nextUrl.pathname === '/workspace/sign-out' || !(await currentMaintenance())) return null;
  const actor = await actorOfRequest(headers);
  return actor && actor.role !== 'Z' ? actor.brandName : null;
}

// A file of a feed streams by: what comes through here is held in memory, and cut off.
export const config = { matcher: ['/workspace', '/workspace/((?!feeds/file$).+)'] };
