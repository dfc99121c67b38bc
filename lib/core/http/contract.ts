import type { z } from 'zod';
import { type Refusal, tooMany } from '../entry/refusal';
import { keyOfMessage } from '../language/texts';
import { busyOf, isUnavailable, UNAVAILABLE_SECONDS } from '../server/busy';
import { config } from '../server/config';
import { log } from '../server/log';
import { errors } from './answers';
import { ANTI_FORGERY_COOKIE, hasAntiForgeryToken, isBrowser, isSameOrigin } from './anti-forgery';
import { BodyRefused, readBody } from './body';
import { cookieOf } from './cookies';
import { type AnyContract, BODY_LIMIT, type Contract, type Handler } from './declaration';
import { departure } from './published';
import { isAborted } from './request-errors';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];

/**
 * The route handlers of one address: each method is declared by its contract, every other method answers
 * 405 with Allow, and whatever is refused answers with the error body of PD.1.
 */
export function contract(
  declared: { [M in 'GET' | 'POST' | 'PUT' | 'DELETE']?: AnyContract }
): Record<Method, Handler> {
  const allowed = [...Object.keys(declared), ...(declared.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const handlers = METHODS.map((method): [Method, Handler] => {
    const definition = method === 'HEAD' ? declared.GET : declared[method as 'GET'];
    if (definition) {
      const handler: Handler = (request, context) => answer(definition, request, context.params);
      return [method, Object.assign(handler, { contract: definition })];
    }
    if (method === 'OPTIONS')
      return [method, async () => new Response(null, { status: 204, headers: { allow: allowed } })];
    return [method, async (request) => errors(405, [{ code: 'method.not.allowed' }], request, { allow: allowed })];
  });
  return Object.fromEntries(handlers) as Record<Method, Handler>;
}

/** Types a contract by its schemas and actor; `contract` itself takes them all. */
export function on<
  Schema extends z.ZodType = z.ZodUndefined,
  Actor = undefined,
  Query extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodType<Record<string, string>>
>(definition: Contract<Schema, Actor, Query, Params>): AnyContract {
  return definition as unknown as AnyContract;
}

async function answer(
  definition: AnyContract,
  request: Request,
  params: Promise<Record<string, string | string[] | undefined>>
): Promise<Response> {
  try {
    const url = new URL(request.url);
    const given = single((await params) ?? {});
    const path = definition.params?.safeParse(given) ?? { success: true, data: given };
    if (!path.success) return errors(404, [{ code: 'not.found' }], request);
    const wait = await definition.limit?.(request);
    if (wait !== undefined) return tooManyRequests(wait, request);
    const actor = definition.auth ? await definition.auth(request) : undefined;
    if (actor === null) return errors(401, [{ code: 'session.ended' }], request);
    const sessionId = (actor as { sessionId: string } | undefined)?.sessionId;
    if (definition.csrf && isForged(definition.csrf, request, sessionId)) {
      return errors(403, [{ code: 'request.forged' }], request);
    }
    const query = definition.query?.safeParse(firstOfEach(url.searchParams));
    if (query && !query.success) return errors(400, refusalsFrom(query.error), request);
    const body = definition.body ? await parse(definition.body, request) : undefined;
    if (body && !body.success) return errors(400, refusalsFrom(body.error), request);
    const response = await definition.handle({
      request,
      url,
      params: path.data,
      query: query?.data,
      body: body?.data,
      actor: actor as never
    });
    // While it is developed and tested, the product can't answer otherwise than it publishes.
    const fault = config().TESSERA_MODE === 'development' ? await departure(definition, response) : null;
    if (fault) throw new Error(fault);
    if (request.method !== 'HEAD') return response;
    await response.body?.cancel();
    return new Response(null, response);
  } catch (error) {
    if (error instanceof BodyRefused) return errors(error.status, [error.refusal], request);
    // No client reads the answer.
    if (isAborted(error)) return errors(400, [{ code: 'body.malformed' }], request);
    const overloaded = busyOf(error);
    if (overloaded) return busy(overloaded.retryAfterSeconds, request);
    log.error({ err: error, requestId: request.headers.get('x-request-id') }, 'request failed');
    if (isUnavailable(error)) return unavailable(request);
    return errors(500, [{ code: 'error.system.message' }], request);
  }
}

function isForged(mode: 'token' | 'browser', request: Request, sessionId: string | undefined): boolean {
  const hasToken = hasAntiForgeryToken(request.headers, cookieOf(request.headers, ANTI_FORGERY_COOKIE), sessionId);
  if (request.headers.has('origin') && !isSameOrigin(request.headers)) return true;
  if (mode === 'token') return !hasToken;
  return !hasToken && isBrowser(request.headers) && !isSameOrigin(request.headers);
}

async function parse({ schema, kind, limit }: NonNullable<AnyContract['body']>, request: Request) {
  return schema.safeParse(await readBody(request, kind, limit ?? BODY_LIMIT));
}

function refusalsFrom({ issues }: z.ZodError): Refusal[] {
  return issues.map((issue): Refusal => {
    const field = issue.path.join('.');
    return {
      code: keyOfMessage(issue.message),
      ...(field && { field })
    };
  });
}

function firstOfEach(query: URLSearchParams): Record<string, string | null> {
  return Object.fromEntries([...query.keys()].map((name) => [name, query.get(name)]));
}

/** 429 with Retry-After, in seconds. */
export function tooManyRequests(seconds: number, request: Request): Promise<Response> {
  return errors(429, [tooMany(seconds)], request, { 'retry-after': String(Math.ceil(seconds)) });
}

/** 503 with Retry-After, in seconds. */
function busy(seconds: number, request: Request): Promise<Response> {
  return errors(503, [{ code: 'sign.in.busy', params: { seconds } }], request, { 'retry-after': String(seconds) });
}

function unavailable(request: Request): Promise<Response> {
  const headers = { 'retry-after': String(UNAVAILABLE_SECONDS) };
  return errors(503, [{ code: 'authentication.unavailable' }], request, headers);
}

function single(params: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : (value ?? '')])
  );
}
