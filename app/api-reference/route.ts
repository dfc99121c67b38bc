import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { openApiDocument } from './document';
import { pageStyle, ReferencePage } from './reference-page';

interface Rendered {
  html: string;
  etag: string;
}

let kept: Rendered | undefined;

/** The API reference: made once, the same for everybody, with nothing in it that runs. */
export async function GET(request: Request): Promise<Response> {
  kept ??= await render();
  const headers = new Headers({
    'cache-control': 'public, max-age=300',
    etag: kept.etag,
    'content-security-policy': POLICY
  });
  if (request.headers.get('if-none-match')?.includes(kept.etag)) return new Response(null, { status: 304, headers });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(kept.html, { headers });
}

const digest = (text: string, encoding: 'base64' | 'base64url') => createHash('sha256').update(text).digest(encoding);

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${digest(pageStyle, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ');

async function render(): Promise<Rendered> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const html = `<!doctype html>${renderToStaticMarkup(createElement(ReferencePage, { document: openApiDocument() }))}`;
  return { html, etag: `"${digest(html, 'base64url').slice(0, 22)}"` };
}
