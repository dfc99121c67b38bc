import { createHash } from 'node:crypto';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { openApiDocument } from '../api-reference/document';

let etag: string | undefined;

/** The OpenAPI document of every call that external clients may make; /api-reference renders it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    handle({ request }) {
      const body = openApiDocument();
      etag ??= `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
      const headers = { 'cache-control': 'public, max-age=300', etag };
      const isKnown = request.headers.get('if-none-match')?.includes(etag);
      return isKnown ? new Response(null, { status: 304, headers }) : json(body, { headers });
    }
  })
});
