import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { now } from '../server/clock';
import { type AddressFault, outsideOf } from './outside-address';

const PATIENCE_MILLIS = 10_000;

/** Why there is no answer. */
export type OutsideFault = AddressFault | 'unreachable';

/** The result of a request: the status of the answer, with the seconds that it asks to wait, or why there is none. */
export type Posted = { status: number; retryAfter?: number } | { fault: OutsideFault };

/** An answer with its body, which is text. */
export type Answered = { status: number; retryAfter?: number; body: string } | { fault: OutsideFault };

/** The seconds of a Retry-After, which is a number of them or an instant (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | undefined): { retryAfter?: number } {
  if (retryAfter === undefined) return {};
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now().getTime()) / 1_000;
  return seconds > 0 ? { retryAfter: Math.ceil(seconds) } : {};
}

interface Outgoing {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/**
 * Sends a request to an address that somebody typed, without following redirects: only to the public internet, and to the
 * IP address that was checked. `read` takes the answer; one that is cut off or late counts as none.
 */
async function sendOutside<T>(
  target: string,
  { method, headers, body = '' }: Outgoing,
  read: (answer: http.IncomingMessage) => T | Promise<T>
): Promise<T | { fault: OutsideFault }> {
  const url = new URL(target);
  const outside = await outsideOf(url);
  if (typeof outside === 'string') return { fault: outside };
  const { address } = outside;
  return new Promise((resolve) => {
    const unreachable = () => resolve({ fault: 'unreachable' });
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method,
        headers: method === 'POST' ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers,
        agent: false,
        signal: AbortSignal.timeout(PATIENCE_MILLIS),
        lookup: (_host, { all }, done) => {
          const family = isIP(address);
          if (all) (done as (fault: null, found: object[]) => void)(null, [{ address, family }]);
          else done(null, address, family);
        }
      },
      (answer) => void Promise.resolve(read(answer)).then(resolve, unreachable)
    );
    request.on('error', unreachable);
    request.end(body);
  });
}

const headOf = (answer: http.IncomingMessage) => ({
  status: answer.statusCode ?? 0,
  ...secondsOf(answer.headers['retry-after'])
});

/** Posts a body to an address that somebody typed. The answer's body is not read. */
export const postOutside = (
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array }
): Promise<Posted> =>
  sendOutside<Posted>(target, { method: 'POST', headers, body }, (answer) => {
    answer.destroy();
    return headOf(answer);
  });

/** The longest body of an answer that is read. */
const MOST_BYTES = 4 * 1024 ** 2;

/** Sends a request in the same way, and reads the answer's body. */
export const askOutside = (target: string, outgoing: Outgoing): Promise<Answered> =>
  sendOutside<Answered>(target, outgoing, async (answer) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > MOST_BYTES) throw new Error('the answer is too long');
      parts.push(part);
    }
    return { ...headOf(answer), body: Buffer.concat(parts).toString() };
  });
