import { antiForgeryToken } from './anti-forgery-token';

/** A response other than 2xx, with the first entry of its error body (PD.1). */
export class CallRefused extends Error {
  constructor(
    public readonly status: number,
    public readonly statusText: string,
    public readonly code: string,
    public readonly field: string,
    message: string
  ) {
    super(message);
  }
}

/**
 * Calls a contract of the portal with the common headers (P7.001 to P7.003) and the brand named in the page's address
 * (P1.008).
 */
export async function call(
  method: string,
  address: string,
  body?: { json: unknown } | { form: Record<string, string> }
): Promise<Response> {
  const token = antiForgeryToken();
  const headers: Record<string, string> = {
    'X-Requested-With': 'XMLHttpRequest',
    Accept: 'application/json, text/plain, */*',
    'X-CSRF-TOKEN': token,
    'X-XSRF-TOKEN': token
  };
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (body && 'json' in body) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body.json);
  } else if (body) {
    init.body = new URLSearchParams(body.form);
  }
  const response = await fetch(withBrand(address), init);
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as {
    errors?: { code: string; field?: string; message: string }[];
  } | null;
  const { code = '', field = '', message = '' } = answer?.errors?.[0] ?? {};
  throw new CallRefused(response.status, response.statusText, code, field, message);
}

function withBrand(address: string): URL {
  const url = new URL(address, location.origin);
  const cobrandHost = new URLSearchParams(location.search).get('cobrandHost');
  if (cobrandHost && url.origin === location.origin) url.searchParams.set('cobrandHost', cobrandHost);
  return url;
}

/** Reports a failure to the server (P7.031) and ignores a failure to do so. */
export function reportError(error: unknown): void {
  const statement = { name: (error as Error)?.name, message: (error as Error)?.message, page: location.pathname };
  call('PUT', '/sdportal/rest/log/logErrorStatement.json', { json: statement }).catch(() => {});
}
