import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Audience, audienceIn } from '@/lib/brand/brands/audience';
import { knownBrands } from '@/lib/brand/brands/directory';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { LED_MARK } from '@/lib/core/http/led-mark';
import { hostnameOf } from '@/lib/core/http/origin';
import { answerWith } from '@/lib/core/http/requests';
import { isLockReason } from '@/lib/sign-in/steps/lock-reasons';
import { pages } from './generated/pages';
import { isPublished } from './known-address';
import { internalAddress, takesPasskeys } from './page-address';
import { noncePolicy } from './page-nonce';
import { leaveWithoutScripts } from './without-scripts';

/** The header in which an action finds the address of the page it was posted to. */
export const PAGE_HEADER = 'x-tessera-page';
/** The header in which a page finds whether it is shown after an action: `POST`. */
export const METHOD_HEADER = 'x-tessera-method';

/** More than any form of the portal fills, with what the framework sends along. */
const LARGEST_POST = 16_384;

const COMPONENT = /^\/sdportal\/([a-z-]+-component)$/;
const SHARED = new Set<string>(pages.shared);
const PERSONAL = new Set<string>(pages.personal);
const DEMO = /^\/demo\/(mail(\/[^/]+)?|soft-token)$/;
/** A page of the portal in a frame of the brand studio. */
const PREVIEW = /^\/workspace\/brands\/[^/]+\/preview\/sign-in$/;
const SSO_FAILURES = ['failed', 'unlinked'];

type Headers = Pick<globalThis.Headers, 'get' | 'has'>;

/**
 * Leads what is asked for at a portal page's address to that page, for the audience of the request, before the
 * framework looks at it: as cheap as asking the page itself (docs/decisions/0055-portal-pages.md). What the page
 * is not to see is led to one that says why.
 */
export function leadToPage(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', headers } = request;
  const [path = '', search = ''] = (request.url ?? '').split('?');
  delete headers[PAGE_HEADER];
  delete headers[METHOD_HEADER];
  // What proxy.ts leads to comes by here where the framework asks this very server for it.
  if (headers[LED_MARK]) {
    response.setHeader('content-security-policy', String(headers['content-security-policy']));
    return;
  }
  if (PREVIEW.test(path)) leaveWithoutScripts(request, response);
  const asked = asHeaders(request);
  const component = COMPONENT.exec(path)?.[1] ?? '';
  const isPage = SHARED.has(component) || PERSONAL.has(component);
  const isNowhere = !isPage && !isPublished(path, asked);
  if (!isPage && !isNowhere && !DEMO.test(path)) return;
  const directory = knownBrands();
  if (!directory || !['GET', 'HEAD', 'POST'].includes(method)) {
    if (isNowhere) request.url = '/not-an-address';
    return;
  }
  const query = new URLSearchParams(search);
  const audience = audienceIn(directory, asked, query);
  const passkeys = takesPasskeys(audience.brand, directory.byHostname.get(hostnameOf(asked)));
  // Without the query, which the framework would write into the data of the page.
  const leadTo = (page: string) => {
    request.url = internalAddress(audience, passkeys, page);
    // A page that is kept brings the policy that it was stored with.
    if (request.method === 'POST' || PERSONAL.has(page) || process.env.NODE_ENV === 'development')
      allowNonce(request, response, audience);
  };
  const refusal = isNowhere ? 404 : isPage && method === 'POST' ? refusalOf(request, asked) : null;
  if (refusal) {
    turnAway(request, refusal);
    leadTo(isNowhere ? 'not-found' : 'refused');
  } else if (!isPage) {
    allowNonce(request, response, audience);
  } else if (method === 'POST' || !leadsAway(component, audience, query)) {
    if (method !== 'POST' && process.env.NODE_ENV === 'production') forgetRouter(request);
    headers[PAGE_HEADER] = request.url;
    headers[METHOD_HEADER] = method;
    if (method === 'POST') forgetStale(response, path, search);
    leadTo(pageOf(component, query));
  }
}

/** The browser's router never moves between portal pages: whoever asks as it does gets the page like everybody. */
function forgetRouter({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (name === 'rsc' || name.startsWith('next-')) delete headers[name];
}

/** Another language is chosen, or the brand signs its people in elsewhere: login-signin-component/route.ts. */
function leadsAway(component: string, { brand }: Audience, query: URLSearchParams): boolean {
  if (component !== 'login-signin-component') return false;
  return query.has('user_locale') || (brand.fssoRedirectUrl !== '' && !isSsoFailure(query));
}

const isSsoFailure = (query: URLSearchParams) => SSO_FAILURES.includes(query.get('sso') ?? '');

function pageOf(component: string, query: URLSearchParams): string {
  if (query.has('expired')) return 'form-expired';
  if (component === 'login-signin-component' && isSsoFailure(query)) return `sso-failed/${query.get('sso')}`;
  if (component === 'temporary-state-component' && isLockReason(query.get('reason')))
    return `locked/${query.get('reason')}`;
  if (component === 'cardholder-registration-component' && query.get('token')) return 'cardholder-registration-link';
  return component;
}

/** Why a post is not taken, as a status: of another site, of a kind or a size that no form of ours has. */
function refusalOf({ headers }: IncomingMessage, asked: Headers): number | null {
  if (!isSameOrigin(asked)) return 403;
  if (headers['content-length'] === undefined) return 411;
  if (Number(headers['content-length']) > LARGEST_POST) return 413;
  const type = headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\s*;/i.test(type);
  return isForm || ('next-action' in headers && /^text\/plain\b/i.test(type)) ? null : 415;
}

/** Nothing of what was sent is read. */
function turnAway(request: IncomingMessage, status: number): void {
  const { headers } = request;
  if (request.method !== 'HEAD') request.method = 'GET';
  for (const name of ['next-action', 'content-type', 'content-length', 'transfer-encoding']) delete headers[name];
  forgetRouter(request);
  answerWith(String(headers['x-request-id']), status);
}

/** A form of a release that has another one in its place is answered with a bare text: lead on to the page anew. */
function forgetStale(response: ServerResponse, path: string, search: string): void {
  const { writeHead } = response;
  response.writeHead = ((status: number, ...rest: []) => {
    const isStale = status >= 400 && String(response.getHeader('content-type') ?? '').startsWith('text/plain');
    if (!isStale || response.req.headers['next-action']) return writeHead.call(response, status, ...rest);
    const query = new URLSearchParams(search);
    query.set('expired', '1');
    response.setHeader('location', `${path}?${query}`);
    return writeHead.call(response, 303, ...rest);
  }) as typeof writeHead;
}

/** The policy of an answer to one person, which no cache keeps. */
function allowNonce({ headers }: IncomingMessage, response: ServerResponse, { brand }: Audience): void {
  const policy = noncePolicy(brand);
  headers['content-security-policy'] = policy;
  response.setHeader('content-security-policy', policy);
  response.setHeader('cache-control', 'no-store');
}

function asHeaders({ headers }: IncomingMessage): Headers {
  return {
    get: (name) => (headers[name] === undefined ? null : String(headers[name])),
    has: (name) => headers[name] !== undefined
  };
}
