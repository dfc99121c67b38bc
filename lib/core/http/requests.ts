import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { config } from '../config';
import { log, withoutSecrets } from '../log';
import { observeRequest, requestsInFlight } from '../metrics';

/** The methods the framework knows: on others it fails, or refuses them in its own way. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

let httpServer: Server | undefined;

/** The HTTP server of this process, once it has seen a request. */
export function seenServer(): Server | undefined {
  return httpServer;
}

/**
 * The edge of the server, before any of its code sees a request: a request id, the client's address
 * and scheme as the trusted proxies tell them (never as a client does), the metrics and the access log.
 */
export function watchRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Exchange;
    httpServer = server;
    const started = process.hrtime.bigint();
    const { method = '' } = request;
    const requestId = settleHeaders(request);
    // Refused like PATCH, which no address takes: 405 with Allow.
    if (!METHODS.includes(method)) request.method = 'PATCH';
    if (!isDecodable(request.url ?? '')) request.url = '/not-an-address';
    response.setHeader('x-request-id', requestId);
    requestsInFlight.inc();
    response.once('close', () => {
      requestsInFlight.dec();
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const path = withoutSecrets((request.url ?? '').split('?')[0] ?? '');
      const status = response.writableFinished ? response.statusCode : 499;
      observeRequest(request.method ?? '', path, status, seconds);
      if (path.startsWith('/health/') || path === '/metrics') return;
      log.info(
        {
          requestId,
          method,
          path: path.slice(0, 300),
          status,
          milliseconds: Math.round(seconds * 1e4) / 10
        },
        'request'
      );
    });
  });
}

/** The framework fails on a path with broken percent-encoding; it leads nowhere, like any unknown one. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Overwrites what a client could forge; returns the request id. */
export function settleHeaders(request: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const { headers, socket } = request;
  const proxies = config().TESSERA_TRUSTED_PROXIES;
  const given = headers['x-request-id'];
  const requestId = proxies > 0 && typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = clientAddress(headers['x-forwarded-for'], socket.remoteAddress ?? '', proxies);
  headers['x-forwarded-proto'] = proxies > 0 && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  // Host is what the proxy passes on; these two would let a client choose another brand or port.
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-port'];
  return requestId;
}

/** Each trusted proxy appends the address it saw: the client's is as many from the end as there are proxies. */
function clientAddress(forwarded: string | string[] | undefined, socketAddress: string, proxies: number): string {
  const hops = String(forwarded ?? '')
    .split(',')
    .map((hop) => hop.trim());
  const told = proxies > 0 ? hops.at(-proxies) : undefined;
  const address = told && isIP(told) ? told : socketAddress;
  const mapped = address.startsWith('::ffff:') ? address.slice(7) : '';
  return isIP(mapped) === 4 ? mapped : address || '0.0.0.0';
}
