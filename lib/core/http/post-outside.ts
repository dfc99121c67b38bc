import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { now } from '../server/clock';
import { type AddressFault, outsideOf } from './outside-address';

const PATIENCE_MILLIS = 10_000;

/** The result of a request: the status of the answer, with the seconds that it asks to wait, or why there is none. */
export type Posted = { status: number; retryAfter?: number } | { fault: AddressFault | 'unreachable' };

/** The seconds of a Retry-After, which is a number of them or an instant (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | undefined): { retryAfter?: number } {
  if (retryAfter === undefined) return {};
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now().getTime()) / 1_000;
  return seconds > 0 ? { retryAfter: Math.ceil(seconds) } : {};
}

/**
 * Posts a body to an address that somebody typed, without following redirects: only to the public internet, and to the
 * IP address that was checked. The answer's body is not read.
 */
export async function postOutside(
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array }
): Promise<Posted> {
  const url = new URL(target);
  const outside = await outsideOf(url);
  if (typeof outside === 'string') return { fault: outside };
  const { address } = outside;
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        signal: AbortSignal.timeout(PATIENCE_MILLIS),
        lookup: (_host, { all }, done) => {
          const family = isIP(address);
          if (all) (done as (fault: null, found: object[]) => void)(null, [{ address, family }]);
          else done(null, address, family);
        }
      },
      (answer) => {
        answer.destroy();
        resolve({ status: answer.statusCode ?? 0, ...secondsOf(answer.headers['retry-after']) });
      }
    );
    request.on('error', () => resolve({ fault: 'unreachable' }));
    request.end(body);
  });
}
