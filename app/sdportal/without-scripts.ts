import type { IncomingMessage, ServerResponse } from 'node:http';

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\bas="script"[^>]*>/g;

/**
 * Sends a page without the framework's scripts: in a frame that runs none, each would cause an error in the browser's
 * console.
 */
export function leaveWithoutScripts({ headers }: IncomingMessage, response: ServerResponse): void {
  // A compressed body could not be read here.
  delete headers['accept-encoding'];
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  // The length of the page with its scripts: its reader would wait for the rest.
  response.writeHead = ((...head: unknown[]) => {
    response.removeHeader('content-length');
    return writeHead(...head.map(withoutLength));
  }) as typeof response.writeHead;
  response.write = ((chunk: unknown) => {
    keep(chunk);
    return true;
  }) as typeof response.write;
  response.end = ((chunk?: unknown) => {
    keep(chunk);
    return end(Buffer.concat(chunks).toString().replace(SCRIPTS, ''));
  }) as typeof response.end;
}

const withoutLength = (head: unknown): unknown =>
  typeof head === 'object' && head !== null && !Array.isArray(head)
    ? Object.fromEntries(Object.entries(head).filter(([name]) => name.toLowerCase() !== 'content-length'))
    : head;
