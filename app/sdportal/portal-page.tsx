import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import type { Brand } from '@/lib/brands/directory';
import type { Locale } from '@/lib/core/locales';
import { translator } from '@/lib/core/texts';
import { portalScript, portalStyle } from './generated/assets';
import type { PageContext } from './page-context';
import { pageRequest } from './page-request';
import { PortalShell, themeStyle } from './portal-shell';

export interface PortalView<State> {
  /** Name of the page's route folder. */
  component: string;
  title: (page: PageContext) => string;
  render: (page: PageContext, state: State) => ReactNode;
  /** Values the page's script needs, given to it as JSON. */
  scriptData?: (page: PageContext) => Record<string, unknown>;
}

interface RenderedPage {
  html: Uint8Array<ArrayBuffer>;
  etag: string;
  contentSecurityPolicy: string;
}

const PAGES_KEPT = 600;
/** How long an edge may serve its copy before it asks again: a saved brand shows there after this, here at once. */
const EDGE_SECONDS = 30;

const hashSource = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Answers with a portal page. A page has no personal content, so each is rendered once for its brand,
 * language and state and kept until a brand is saved or 900 s have passed (P9.010). The policy allows
 * exactly the page's own script and style, by their hashes.
 */
export async function portalPage<State>(
  request: Request,
  view: PortalView<State>,
  state: State,
  init: { status?: number; headers?: [string, string][] } = {}
): Promise<Response> {
  const { directory, brand, locale, ownHost } = await pageRequest(request);
  const pages = (directory.derived.get('pages') ?? new LRUCache({ max: PAGES_KEPT })) as LRUCache<string, RenderedPage>;
  directory.derived.set('pages', pages);
  const key = JSON.stringify([view.component, brand.name, locale, ownHost, state]);
  let page = pages.get(key);
  if (!page) {
    page = await render(view, state, { brand, locale, ownHost });
    pages.set(key, page);
  }
  return respond(request, page, init);
}

function respond(
  request: Request,
  page: RenderedPage,
  { status = 200, headers = [] }: { status?: number; headers?: [string, string][] }
): Response {
  const shared = status === 200 && headers.length === 0;
  const answer = new Headers([
    ['content-security-policy', page.contentSecurityPolicy],
    ['cache-control', shared ? `public, max-age=0, s-maxage=${EDGE_SECONDS}, must-revalidate` : 'no-store'],
    ['vary', 'Accept-Language, Cookie'],
    ...headers
  ]);
  if (shared) answer.set('etag', page.etag);
  if (shared && request.headers.get('if-none-match')?.includes(page.etag))
    return new Response(null, { status: 304, headers: answer });
  answer.set('content-type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : page.html, { status, headers: answer });
}

async function render<State>(
  view: PortalView<State>,
  state: State,
  { brand, locale, ownHost }: { brand: Brand; locale: Locale; ownHost: boolean }
): Promise<RenderedPage> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const query = ownHost ? '' : `?cobrandHost=${brand.name}`;
  const page: PageContext = {
    brand,
    locale,
    t: translator(locale, brand.texts[locale]),
    link: (component) => `/sdportal/${component}${query}`
  };
  const style = `${themeStyle(brand.theme)}${portalStyle}`;
  const html = `<!doctype html>${renderToStaticMarkup(
    <PortalShell
      page={page}
      title={view.title(page)}
      style={style}
      script={portalScript}
      scriptData={view.scriptData?.(page)}
    >
      {view.render(page, state)}
    </PortalShell>
  )}`;
  const bytes = new Uint8Array(Buffer.from(html));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    html: bytes,
    etag: `"${digest}"`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src ${hashSource(portalScript)}`,
      `style-src ${hashSource(style)}`,
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ].join('; ')
  };
}
