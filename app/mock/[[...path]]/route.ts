import { STATUS_CODES } from 'node:http';
import { answerMock } from '@/lib/composition/mock/answer';
import { isBrowser, isSameOrigin } from '@/lib/core/http/anti-forgery';
import { readBody } from '@/lib/core/http/body';
import { config } from '@/lib/core/server/config';

/** The largest size of an item, in bytes. */
const ITEM_LIMIT = 16_384;

/** The mock backend for development (CD.50, docs/decisions); in other environments this route is not found. */
async function mock(request: Request, { params }: { params: Promise<{ path?: string[] }> }): Promise<Response> {
  if (config().TESSERA_MODE !== 'development') return answer(404);
  if (request.method !== 'GET' && isBrowser(request.headers) && !isSameOrigin(request.headers))
    return answer(403, { error: 'Sent by the page of another site' });
  const { path = [] } = await params;
  const { status, body, headers } = await answerMock({
    method: request.method,
    path,
    query: new URL(request.url).searchParams,
    body: () => readBody(request, 'json', ITEM_LIMIT)
  });
  return answer(status, body, headers);
}

function answer(status: number, body?: unknown, headers?: Record<string, string>): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    statusText: STATUS_CODES[status],
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
      'cache-control': 'no-store'
    }
  });
}

export { mock as DELETE, mock as GET, mock as HEAD, mock as OPTIONS, mock as PATCH, mock as POST, mock as PUT };
