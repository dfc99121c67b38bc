import type { Origin } from '../audit/audit';
import { withoutCardNumbers } from '../secrets/card-digits';

/** The part of a request that both `Request` and `next/headers` have. */
interface WithHeaders {
  get(name: string): string | null;
}

/**
 * The origin of a request. The headers were set or checked at the server's own edge (requests.ts), so that a client
 * can't pretend another address.
 */
export function originOf(headers: WithHeaders): Origin {
  return {
    requestId: headers.get('x-request-id') ?? '',
    address: headers.get('x-forwarded-for') ?? '0.0.0.0',
    // Sessions and jobs store it unchanged (C9.009).
    userAgent: withoutCardNumbers((headers.get('user-agent') ?? '').slice(0, 512))
  };
}

/** The host name that a browser requested, lower case, without port; empty if malformed. */
export function hostnameOf(headers: WithHeaders): string {
  const host = (headers.get('host') ?? '').toLowerCase();
  return /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(:\d{1,5})?$/.exec(host)?.[1] ?? '';
}

/** Whether the browser uses TLS with us or with the trusted proxy. */
export function isSecure(headers: WithHeaders): boolean {
  return headers.get('x-forwarded-proto') === 'https';
}

/** Whether cookies must be Secure: always except on a developer's machine (PD.12). */
export function needsSecureCookies(headers: WithHeaders): boolean {
  const host = hostnameOf(headers);
  const local = host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';
  return isSecure(headers) || !local;
}
