import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { type AddressFault, outsideOf } from './outside-address';

const PATIENCE_MILLIS = 10_000;

/** The result of a request: the status of the answer, or why there is none. */
export type Posted = { status: number } | { fault: AddressFault | 'unreachable' };

/**
 * Posts a body to an address that somebody typed, without following redirects: only to the public internet, and to the
 * IP address that was checked. The answer's body is not read.
 */
export async function postOutside(
  target: string,
  { headers, body }: { headers: Record<string, string>; body: string }
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
        resolve({ status: answer.statusCode ?? 0 });
      }
    );
    request.on('error', () => resolve({ fault: 'unreachable' }));
    request.end(body);
  });
}
