import type { IncomingMessage, ServerResponse } from 'node:http';

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/**
 * Has a page leave without the framework's scripts: a frame in which nothing runs would complain of each of them in
 * the browser's console.
 */
export function leaveWithoutScripts({ headers }: IncomingMessage, response: ServerResponse): void {
  // What is compressed could not be read here.
  delete headers['accept-encoding'];
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.write = ((chunk: unknown) => {
    keep(chunk);
    return true;
  }) as typeof response.write;
  response.end = ((chunk?: unknown) => {
    keep(chunk);
    if (!response.headersSent) response.removeHeader('content-length');
    return end(Buffer.concat(chunks).toString().replace(SCRIPTS, ''));
  }) as typeof response.end;
}
