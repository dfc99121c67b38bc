import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Audience, audienceIn } from '@/lib/brand/brands/audience';
import { knownBrands } from '@/lib/brand/brands/directory';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { LED_MARK } from '@/lib/core/http/led-mark';
import { hostnameOf } from '@/lib/core/http/origin';
import { answerWith } from '@/lib/core/http/requests';
import { isLocale, type Locale } from '@/lib/core/language/locales';
import { isLockReason } from '@/lib/sign-in/steps/lock-reasons';
import { pages } from './generated/pages';
import { isPublished } from './known-address';
import { internalAddress, takesPasskeys } from './page-address';
import { noncePolicy } from './page-nonce';
import { leaveWithoutScripts } from './without-scripts';

/** The header with the address of the page that an action was posted to. */
export const PAGE_HEADER = 'x-tessera-page';
/** The header that tells a page it is shown after an action: `POST`. */
export const METHOD_HEADER = 'x-tessera-method';

/** A limit above the size of every portal form, including the framework's fields. */
const LARGEST_POST = 16_384;

const COMPONENT = /^\/sdportal\/([a-z-]+-component)$/;
const SHARED = new Set<string>(pages.shared);
const PERSONAL = new Set<string>(pages.personal);
/** The supplier's page, which runs no script, is in the supplier's language and tells nobody its address. */
const SUPPLIER = 'supplier-card-component';
const DEMO = /^\/demo\/(mail(\/[^/]+)?|soft-token)$/;
/** A portal page in a frame of the brand studio. */
const PREVIEW = /^\/workspace\/brands\/[^/]+\/preview\/sign-in$/;
const SSO_FAILURES = ['failed', 'unlinked'];

type Headers = Pick<globalThis.Headers, 'get' | 'has'>;

/**
 * Rewrites a request for a portal page to the page of its audience before the framework sees it, at no extra cost
 * (docs/decisions/0055-portal-pages.md). Requests that the page must not see are rewritten to a page that explains the
 * refusal.
 */
export function leadToPage(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', headers } = request;
  const [path = '', search = ''] = (request.url ?? '').split('?');
  delete headers[PAGE_HEADER];
  delete headers[METHOD_HEADER];
  // Rewrites by proxy.ts pass here again if the framework requests them from this server.
  if (headers[LED_MARK]) {
    response.setHeader('content-security-policy', String(headers['content-security-policy']));
    return;
  }
  if (PREVIEW.test(path)) leaveWithoutScripts(request, response);
  const component = COMPONENT.exec(path)?.[1] ?? '';
  if (component === SUPPLIER) {
    leaveWithoutScripts(request, response);
    // A page without a referrer posts without an origin; the browser still says that it is our own.
    if (headers.origin === 'null' && headers['sec-fetch-site'] === 'same-origin') delete headers.origin;
  }
  const asked = asHeaders(request);
  const isPage = SHARED.has(component) || PERSONAL.has(component);
  const isNowhere = !isPage && !isPublished(path, asked);
  if (!isPage && !isNowhere && !DEMO.test(path)) return;
  const directory = knownBrands();
  if (!directory || !['GET', 'HEAD', 'POST'].includes(method)) {
    if (isNowhere) request.url = '/not-an-address';
    return;
  }
  const query = new URLSearchParams(search);
  const audience = { ...audienceIn(directory, asked, query), ...localeOf(component, query) };
  const passkeys = takesPasskeys(audience.brand, directory.byHostname.get(hostnameOf(asked)));
  // Without the query, because the framework would write it into the page's data.
  const leadTo = (page: string) => {
    request.url = internalAddress(audience, passkeys, page);
    // A cached page comes with the policy stored with it.
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

/** The browser's router never navigates between portal pages, so a router request gets the full page. */
function forgetRouter({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (name === 'rsc' || name.startsWith('next-')) delete headers[name];
}

/** The request changes the language, or the brand uses a federated sign-in: login-signin-component/route.ts. */
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

/** The status that refuses a post: from another site, or of a kind or size that our forms never send. */
function refusalOf({ headers }: IncomingMessage, asked: Headers): number | null {
  if (!isSameOrigin(asked)) return 403;
  if (headers['content-length'] === undefined) return 411;
  if (Number(headers['content-length']) > LARGEST_POST) return 413;
  const type = headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\s*;/i.test(type);
  return isForm || ('next-action' in headers && /^text\/plain\b/i.test(type)) ? null : 415;
}

function localeOf(component: string, query: URLSearchParams): { locale?: Locale } {
  const locale = query.get('locale') ?? undefined;
  return component === SUPPLIER && isLocale(locale) ? { locale } : {};
}

/** The body is not read. */
function turnAway(request: IncomingMessage, status: number): void {
  const { headers } = request;
  if (request.method !== 'HEAD') request.method = 'GET';
  for (const name of ['next-action', 'content-type', 'content-length', 'transfer-encoding']) delete headers[name];
  forgetRouter(request);
  answerWith(String(headers['x-request-id']), status);
}

/** The framework answers the form of an outdated release with bare text: rewrite to the page that offers it again. */
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

/** The policy of a personal response, which no cache stores. */
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
