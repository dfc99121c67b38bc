import type { z } from 'zod';
import { busyOf } from '../busy';
import { log } from '../log';
import { type Refusal, tooMany } from '../refusal';
import { errors } from './answers';
import { ANTI_FORGERY_COOKIE, hasAntiForgeryToken, isBrowser, isSameOrigin } from './anti-forgery';
import { type BodyKind, BodyRefused, readBody } from './body';
import { cookieOf } from './cookies';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];

export interface Call<Body, Actor> {
  request: Request;
  url: URL;
  /** Path parameters, decoded. */
  params: Record<string, string>;
  body: Body;
  actor: Actor;
}

export interface Contract<Schema extends z.ZodType, Actor> {
  /** Who calls; null refuses with 401. Without it the contract is public. */
  auth?: (request: Request) => Promise<(Actor & { sessionId: string }) | null>;
  /**
   * How a state-changing call proves that no other site made the browser send it (P7.002, P7.003):
   * `token` always asks for the anti-forgery headers; `browser` asks only browsers, who may also
   * prove it by Origin or Sec-Fetch-Site.
   */
  csrf?: 'token' | 'browser';
  body?: { kind: BodyKind; schema: Schema; limit?: number };
  /** Refuses with 429 before anything is read; resolves to the seconds to wait. */
  limit?: (request: Request) => Promise<number | undefined>;
  handle(call: Call<z.output<Schema>, Actor>): Response | Promise<Response>;
}

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> }
) => Promise<Response>;

/**
 * The route handlers of one address: each method is declared by its contract, every other method answers
 * 405 with Allow, and whatever is refused answers with the error body of PD.1.
 */
export function contract(
  declared: { [M in 'GET' | 'POST' | 'PUT' | 'DELETE']?: Contract<z.ZodType, never> }
): Record<Method, Handler> {
  const allowed = [...Object.keys(declared), ...(declared.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const handlers = METHODS.map((method): [Method, Handler] => {
    const definition = method === 'HEAD' ? declared.GET : declared[method as 'GET'];
    if (definition) {
      return [
        method,
        (request, context) => answer(definition as Contract<z.ZodType, unknown>, request, context.params)
      ];
    }
    if (method === 'OPTIONS')
      return [method, async () => new Response(null, { status: 204, headers: { allow: allowed } })];
    return [
      method,
      async (request) => errors(405, [{ code: 'method.not.allowed' }], request.headers, { allow: allowed })
    ];
  });
  return Object.fromEntries(handlers) as Record<Method, Handler>;
}

/** Types a contract by its body schema and actor; `contract` itself takes them all. */
export function on<Schema extends z.ZodType = z.ZodUndefined, Actor = undefined>(
  definition: Contract<Schema, Actor>
): Contract<z.ZodType, never> {
  return definition as unknown as Contract<z.ZodType, never>;
}

async function answer(
  definition: Contract<z.ZodType, unknown>,
  request: Request,
  params: Promise<Record<string, string | string[] | undefined>>
): Promise<Response> {
  try {
    const wait = await definition.limit?.(request);
    if (wait !== undefined) return tooManyRequests(wait, request.headers);
    const actor = definition.auth ? await definition.auth(request) : undefined;
    if (actor === null) return errors(401, [{ code: 'session.ended' }], request.headers);
    const sessionId = (actor as { sessionId: string } | undefined)?.sessionId;
    if (definition.csrf && isForged(definition.csrf, request, sessionId)) {
      return errors(403, [{ code: 'request.forged' }], request.headers);
    }
    const body = definition.body ? await parse(definition.body, request) : undefined;
    if (body && !body.ok) return errors(400, body.refusals, request.headers);
    const response = await definition.handle({
      request,
      url: new URL(request.url),
      params: single((await params) ?? {}),
      body: body?.value as never,
      actor
    });
    return request.method === 'HEAD' ? new Response(null, response) : response;
  } catch (error) {
    if (error instanceof BodyRefused) return errors(error.status, [error.refusal], request.headers);
    const overloaded = busyOf(error);
    if (overloaded) return busy(overloaded.retryAfterSeconds, request.headers);
    log.error({ err: error, requestId: request.headers.get('x-request-id') }, 'request failed');
    return errors(500, [{ code: 'error.system.message' }], request.headers);
  }
}

function isForged(mode: 'token' | 'browser', request: Request, sessionId: string | undefined): boolean {
  const hasToken = hasAntiForgeryToken(request.headers, cookieOf(request.headers, ANTI_FORGERY_COOKIE), sessionId);
  if (request.headers.has('origin') && !isSameOrigin(request.headers)) return true;
  if (mode === 'token') return !hasToken;
  return !hasToken && isBrowser(request.headers) && !isSameOrigin(request.headers);
}

async function parse(
  body: NonNullable<Contract<z.ZodType, unknown>['body']>,
  request: Request
): Promise<{ ok: true; value: unknown } | { ok: false; refusals: Refusal[] }> {
  const result = body.schema.safeParse(await readBody(request, body.kind, body.limit ?? 16_384));
  if (result.success) return { ok: true, value: result.data };
  const refusals = result.error.issues.map((issue): Refusal => {
    const field = issue.path.join('.');
    return { code: issue.message.includes(' ') ? 'invalid.entry' : issue.message, ...(field && { field }) };
  });
  return { ok: false, refusals };
}

/** 429 with Retry-After, in seconds. */
export function tooManyRequests(seconds: number, request: Headers): Response {
  return errors(429, [tooMany(seconds)], request, { 'retry-after': String(Math.ceil(seconds)) });
}

/** 503 with Retry-After, in seconds. */
function busy(seconds: number, request: Headers): Response {
  return errors(503, [{ code: 'sign.in.busy', params: { seconds } }], request, { 'retry-after': String(seconds) });
}

function single(params: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : (value ?? '')])
  );
}
