import { randomBytes, randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { constants } from 'node:zlib';
import compression from 'compression';
import { config } from '../server/config';
import { log, withoutSecrets } from '../server/log';
import { observeRequest, requestsInFlight } from '../server/metrics';
import { LED_MARK } from './led-mark';

/** The methods that the framework knows; it fails on others, or refuses them in its own way. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Marks the process's own requests: the framework forwards an action to its page, with its headers. */
const OWN_MARK = 'x-tessera-edge';
const own = randomBytes(32).toString('base64url');

/** By brotli at the quality that costs what gzip does, for those who take it (docs/decisions/0137). */
const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } });

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/** Forwards a request to another address of the product, before the framework sees it. */
export type Lead = (request: IncomingMessage, response: ServerResponse) => void;

interface Answer {
  response: ServerResponse;
  /** Instead of the framework's 200 or 500. */
  status?: number;
}

// Pages are evaluated apart from what starts the process; the answers under way belong to both.
const place = globalThis as typeof globalThis & { tesseraAnswers?: Map<string, Answer> };
place.tesseraAnswers ??= new Map();
const underWay = place.tesseraAnswers;

let httpServer: Server | undefined;
let leaving = false;

/** The HTTP server of this process, after its first request. */
export function seenServer(): Server | undefined {
  return httpServer;
}

/** Makes every answer end its connection, so that the next request goes to another process. */
export function endConnections(): void {
  leaving = true;
  for (const { response } of underWay.values()) response.shouldKeepAlive = false;
}

/**
 * Sets the status of the current answer: a page is rendered before its status is sent, and has no other way to set, for
 * example, 404; the framework answers every error with 500.
 */
export function answerWith(requestId: string, status: number, headers: Record<string, string | string[]> = {}): void {
  const answer = underWay.get(requestId);
  // The browser's router accepts a part of a page with status 200 only, and then shows it in place.
  if (!answer || answer.response.headersSent || answer.response.req.headers.rsc) return;
  const { response } = answer;
  answer.status = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/**
 * Is aborted once nobody waits for the current answer any more: its connection was closed before its end. Work that takes
 * long can then end.
 */
export function leftSignal(requestId: string): AbortSignal {
  const left = new AbortController();
  const response = underWay.get(requestId)?.response;
  if (!response) left.abort();
  response?.once('close', () => response.writableFinished || left.abort());
  return left.signal;
}

/**
 * What holds for every answer, when its headers are about to go: the status it was given, which no cache keeps, and
 * no page without a policy (nothing runs in one that has none).
 */
function settleAnswer(answer: Answer): void {
  const { response } = answer;
  const { writeHead } = response;
  response.writeHead = ((code: number, ...rest: []) => {
    // Redirects and 304 answers keep their status.
    const status = (code === 200 || code === 500 ? answer.status : undefined) ?? code;
    if (status !== code) {
      response.setHeader('cache-control', 'no-store');
      response.removeHeader('etag');
    }
    const isPage = String(response.getHeader('content-type') ?? '').startsWith('text/html');
    if (isPage && !response.hasHeader('content-security-policy'))
      response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    return writeHead.call(response, status, ...rest);
  }) as typeof writeHead;
}

/**
 * The edge of the server, before any other code: a request id, the client's address and scheme from the trusted proxies
 * (never from the client), compression, metrics and access log. `lead` then chooses the page.
 */
export function watchRequests(lead: Lead = () => {}): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Exchange;
    httpServer = server;
    const started = process.hrtime.bigint();
    const { method = '' } = request;
    const requestId = settleHeaders(request);
    // Refused like PATCH, which no address accepts: 405 with Allow.
    const known = METHODS.includes(method) ? method : 'PATCH';
    request.method = known;
    request.url = isAddress(request.url ?? '') ? withoutNul(request.url ?? '') : '/not-an-address';
    // The requested path, which may be forwarded elsewhere.
    const path = request.url.split('?')[0] ?? '';
    response.setHeader('x-request-id', requestId);
    if (leaving) response.shouldKeepAlive = false;
    // The process's own requests have the id of the original one.
    const outer = underWay.get(requestId);
    const answer = { response };
    underWay.set(requestId, answer);
    settleAnswer(answer);
    lead(request, response);
    // Made for Express, it uses nothing that these lack.
    compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () => {});
    requestsInFlight.inc();
    response.once('close', () => {
      if (outer && !outer.response.closed) underWay.set(requestId, outer);
      else underWay.delete(requestId);
      requestsInFlight.dec();
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const status = response.writableFinished ? response.statusCode : 499;
      observeRequest(known, path, status, seconds);
      if (path.startsWith('/health/') || path === '/metrics') return;
      log.info(
        {
          requestId,
          method,
          path: withoutSecrets(path).slice(0, 300),
          status,
          milliseconds: Math.round(seconds * 1e4) / 10
        },
        'request'
      );
    });
  });
}

/**
 * Whether the framework can handle the address. It fails on broken percent-encoding and on `*`; its image optimizer is
 * public, and nothing here uses it.
 */
function isAddress(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path.startsWith('/') && path !== '/_next/image' && isDecodable(path);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** An address whose query contains no NUL, because the database accepts none. */
function withoutNul(url: string): string {
  const [path, ...query] = url.split('?');
  return [path, ...query.map((part) => part.replaceAll('%00', ''))].join('?');
}

/** Overwrites forgeable headers; returns the request id. */
export function settleHeaders(request: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const { headers, socket } = request;
  if (headers[OWN_MARK] === own) return settleOwn(headers);
  headers[OWN_MARK] = own;
  const proxies = config().TESSERA_TRUSTED_PROXIES;
  const given = headers['x-request-id'];
  const requestId = proxies > 0 && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = clientAddress(headers['x-forwarded-for'], socket.remoteAddress ?? '', proxies);
  headers['x-forwarded-proto'] = proxies > 0 && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  // Host is what the proxy passes on; these two would let a client choose another brand or port.
  delete headers['x-forwarded-host'];
  delete headers[LED_MARK];
  delete headers['x-forwarded-port'];
  return requestId;
}

/** The process's own requests are already checked; only the host becomes the browser's again (F-21). */
function settleOwn(headers: IncomingMessage['headers']): string {
  headers.host = String(headers['x-forwarded-host'] ?? headers.host ?? '');
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-port'];
  return String(headers['x-request-id']);
}

/** Each trusted proxy appends the address it saw: the client's is as many from the end as there are proxies. */
function clientAddress(forwarded: string | string[] | undefined, socketAddress: string, proxies: number): string {
  const hops = String(forwarded ?? '')
    .split(',')
    .map((hop) => hop.trim());
  const forwardedAddress = proxies > 0 ? hops.at(-proxies) : undefined;
  const address = forwardedAddress && isIP(forwardedAddress) ? forwardedAddress : socketAddress;
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : '';
  return isIP(mapped) === 4 ? mapped : address || '0.0.0.0';
}
