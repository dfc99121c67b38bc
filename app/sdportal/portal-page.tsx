import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import type { Brand } from '@/lib/brands/directory';
import type { Locale } from '@/lib/core/locales';
import { translator } from '@/lib/core/texts';
import { portalScripts, portalStyle } from './generated/assets';
import type { PageContext } from './page-context';
import { pageRequest } from './page-request';
import { portalLink } from './portal-link';
import { PortalShell, themeStyle } from './portal-shell';

export interface PortalView<State> {
  /** Name of the page's route folder. */
  component: string;
  title: (page: PageContext, state: State) => string;
  render: (page: PageContext, state: State) => ReactNode;
  /** The page's script, by its name in enhance/pages. */
  script?: string | ((state: State) => string);
  /** Values that script needs, given to it as JSON. */
  scriptData?: (page: PageContext, state: State) => object;
}

interface RenderedPage {
  html: Uint8Array<ArrayBuffer>;
  etag: string;
  contentSecurityPolicy: string;
}

/** Pages hold what was typed into them, too: bytes are counted, not pages. */
const KEPT_BYTES = 48 * 1024 ** 2;
/** How long an edge may serve its copy before it asks again: a saved brand shows there after this, here at once. */
const EDGE_SECONDS = 30;

const hashSource = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

interface Init {
  status?: number;
  headers?: [string, string][];
  /** The state holds something of one person: the page is made for this answer alone, and kept nowhere. */
  personal?: boolean;
  /** The language of the person it is for, where that is known better than by the request. */
  locale?: Locale;
}

const sizeOf = ({ html }: RenderedPage, key: string) => html.byteLength + 2 * key.length;

const originSource = (address: string) => (address ? ` ${new URL(address).origin}` : '');

/**
 * Answers with a portal page. Unless it is personal, it is rendered once for its brand, language and
 * state and kept until a brand is saved or 900 s have passed (P9.010). The policy allows exactly the
 * page's own script and style, by their hashes.
 */
export async function portalPage<State>(
  request: Request,
  view: PortalView<State>,
  state: State,
  init: Init = {}
): Promise<Response> {
  const { directory, brand, ownHost, ...asked } = await pageRequest(request);
  const locale = init.locale ?? asked.locale;
  if (init.personal) return respond(request, await render(view, state, { brand, locale, ownHost }), init);
  const pages = (directory.derived.get('pages') ??
    new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf })) as LRUCache<string, RenderedPage>;
  directory.derived.set('pages', pages);
  const key = JSON.stringify([view.component, brand.name, locale, ownHost, state]);
  let page = pages.get(key);
  if (!page) {
    page = await render(view, state, { brand, locale, ownHost });
    pages.set(key, page);
  }
  return respond(request, page, init);
}

/**
 * A portal page for a frame in a page of this very host, as a visitor of `brand` would see it: nothing in
 * it runs, no form can be sent from it, and no link leads on.
 */
export async function framedPage<State>(
  view: PortalView<State>,
  state: State,
  audience: { brand: Brand; locale: Locale }
): Promise<Response> {
  const still = { ...view, script: undefined, scriptData: undefined };
  const { html, contentSecurityPolicy } = await render(still, state, { ...audience, ownHost: true }, () => '#');
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `${contentSecurityPolicy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`
    }
  });
}

function respond(
  request: Request,
  page: RenderedPage,
  { status = 200, headers = [], personal = false }: Init
): Response {
  const shared = status === 200 && headers.length === 0 && !personal;
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
  { brand, locale, ownHost }: { brand: Brand; locale: Locale; ownHost: boolean },
  link = portalLink({ brand, ownHost })
): Promise<RenderedPage> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const scriptName = typeof view.script === 'function' ? view.script(state) : view.script;
  const script = portalScripts[scriptName ?? ''] ?? '';
  const page: PageContext = {
    brand,
    locale,
    t: translator(locale, brand.texts[locale]),
    link
  };
  const style = `${themeStyle(brand.theme)}${portalStyle}`;
  const html = `<!doctype html>${renderToStaticMarkup(
    <PortalShell
      page={page}
      title={view.title(page, state)}
      style={style}
      script={script}
      scriptData={view.scriptData?.(page, state)}
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
      script ? `script-src ${hashSource(script)}` : "script-src 'none'",
      `style-src ${hashSource(style)}`,
      "img-src 'self'",
      // The logout page also calls the brand's federated logout (P4.041).
      `connect-src 'self'${view.component === 'logout-component' ? originSource(brand.fssoLogoutUrl) : ''}`,
      "form-action 'self'",
      ...(view.component === 'demo-mail-message' ? ["frame-src 'self'"] : []),
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ].join('; ')
  };
}
