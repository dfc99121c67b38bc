import Ajv2020 from 'ajv/dist/2020';
import { openApiDocument } from '@/app/api-reference/document';
import type { Operation, Schema, Verb } from '@/lib/core/http/openapi';
import type { Answer, PortalClient } from './portal-client';

const document = openApiDocument();
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const ODD = ['a\u0000b', '\ud800', '\u202e🙂\u0301', '__proto__', "'; --", '{}', ' '];

export interface Listed {
  address: string;
  method: string;
  operation: Operation;
}

/** Every call of the published document, by its id. */
export const calls = new Map<string, Listed>(
  Object.entries(document.paths).flatMap(([address, item]) =>
    (Object.entries(item) as [Verb, Operation][]).map(([verb, operation]) => [
      operation.operationId,
      { address, method: verb.toUpperCase(), operation }
    ])
  )
);

/** A successful call: its client and its input. */
export interface Good {
  client: PortalClient;
  parameters?: Record<string, string>;
  body?: unknown;
}

interface Change {
  client?: PortalClient;
  method?: string;
  parameters?: Record<string, string>;
  /** Appended to the query as it is. */
  query?: string;
  body?: unknown;
  /** The bytes of the body, in place of one made from `body`. */
  raw?: string | Buffer;
  type?: string | null;
  headers?: Record<string, string>;
  /** Without the anti-forgery headers. */
  bare?: boolean;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'document', ...document });

/** Whether a value is what a schema of the document says; `#/…` in it means the document. */
function isValid(schema: Schema, value: unknown): boolean {
  return ajv.validate(withBase(schema), value);
}

/** Kept by what they refer to: Ajv compiles each object that it hasn't seen. */
const references = new Map<unknown, { $ref: string }>();

function withBase(schema: Schema) {
  if (!('$ref' in schema)) return schema;
  const known = references.get(schema.$ref) ?? { $ref: `document${schema.$ref}` };
  references.set(schema.$ref, known);
  return known;
}

/** Checks a response against the document's description of the call. */
export function expectPublished({ operation }: Listed, { status, headers, body }: Answer, { head = false } = {}): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.any(String),
    'strict-transport-security': expect.any(String)
  });
  if (status === 405) {
    expect(isValid({ $ref: '#/components/schemas/Errors' }, JSON.parse(body))).toBe(true);
    expect(headers['cache-control']).toBe('no-store');
    return;
  }
  const response = operation.responses[status];
  if (!response) throw new Error(`${operation.operationId} answered ${status}, which is not published: ${body}`);
  const cache = headers['cache-control'];
  expect([cache, isValid(response.headers['Cache-Control']?.schema as Schema, cache)]).toEqual([cache, true]);
  if (response.headers['Retry-After']) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  if (!response.content) {
    expect([body, headers['content-type']]).toEqual(['', undefined]);
    return;
  }
  const type = String(headers['content-type']).split(';')[0] as string;
  const media = response.content[type];
  if (!media) throw new Error(`${operation.operationId} answered ${type}, which is not published`);
  if (type === 'application/json') expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (type === 'application/json' && !head) {
    const value = JSON.parse(body);
    if (!isValid(media.schema, value)) throw new Error(`${operation.operationId}: ${ajv.errorsText()}\n${body}`);
  }
}

/** Makes a call as its good example has it, changed in what `change` says. */
async function send({ address, method, operation }: Listed, good: Good, change: Change = {}): Promise<Answer> {
  const client = change.client ?? good.client;
  const parameters = { ...good.parameters, ...change.parameters };
  const path = address.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const given = operation.parameters.filter(({ in: place, name }) => place === 'query' && name in parameters);
  const query = [
    ...given.map(({ name }) => `${name}=${encodeURIComponent(wellFormed(parameters[name] ?? ''))}`),
    ...(change.query ? [change.query] : [])
  ].join('&');
  const type = change.type === undefined ? mediaTypes(operation)[0] : (change.type ?? undefined);
  const value = 'body' in change ? change.body : good.body;
  const hasBody = change.raw !== undefined || (value !== undefined && type !== undefined);
  return client.call(query ? `${path}?${query}` : path, {
    method: change.method ?? method,
    ...(hasBody && { body: change.raw ?? encode(value, type) }),
    headers: {
      Accept: 'application/json, text/plain, */*',
      ...(change.bare ? {} : client.protectedHeaders()),
      ...(hasBody && type && { 'Content-Type': type }),
      ...change.headers
    }
  });
}

const wellFormed = (text: string) => Buffer.from(text).toString();
const mediaTypes = (operation: Operation) => Object.keys(operation.requestBody?.content ?? {});
const bodySchema = (operation: Operation) =>
  operation.requestBody?.content[mediaTypes(operation)[0] as string]?.schema as Schema;
const isForm = (operation: Operation) => mediaTypes(operation)[0] === 'application/x-www-form-urlencoded';
const okStatus = (operation: Operation) => Number(Object.keys(operation.responses)[0]);

function encode(value: unknown, type: string | undefined): string {
  if (type === 'application/json') return JSON.stringify(value);
  if (type === 'application/x-www-form-urlencoded') return new URLSearchParams(value as never).toString();
  return String(value);
}

const codesOf = (answer: Answer) =>
  (answer.json() as { errors: { code: string; field?: string }[] }).errors.map(({ code, field }) => field ?? code);

/** The fields of a body, those of nested objects and lists as well, with their schemas. */
function fieldsOf(
  schema: Schema,
  value: unknown,
  path: string[] = []
): { path: string[]; schema: Schema; required: boolean }[] {
  if (Array.isArray(value) && schema.items) return fieldsOf(schema.items, value[0], [...path, '0']);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    { path: [...path, name], schema: inner, required: schema.required?.includes(name) ?? false },
    ...fieldsOf(inner, (value as Record<string, unknown>)[name], [...path, name])
  ]);
}

/** A copy of a body with one field set, or taken away where `value` is undefined. */
function changed(body: unknown, path: string[], value: unknown): unknown {
  const copy = structuredClone(body);
  const last = path.at(-1) as string;
  let at = copy as Record<string, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

function oddValues(schema: Schema): unknown[] {
  const values: unknown[] = ['', ...ODD];
  if (typeof schema.maxLength === 'number') values.push('x'.repeat(schema.maxLength + 1));
  if (typeof schema.maxItems === 'number') values.push(Array(schema.maxItems + 1).fill({}));
  return values;
}

/**
 * The tests that every published call has to pass, with one good example of it. `prepare` makes the
 * example anew each time: some of them can be used once.
 */
export function replay(id: string, prepare: () => Promise<Good>): void {
  const call = calls.get(id) as Listed;
  if (!call) throw new Error(`${id} is not published`);
  const { operation, method, address } = call;
  const schema = bodySchema(operation);
  const ok = okStatus(operation);
  const needsSession = operation.security.every((way) => 'session' in way);
  const ways = operation.security.filter((way) => 'antiForgeryHeader' in way).length;
  const needsToken = ways === operation.security.length;

  test('a good call is answered as published', async () => {
    const answer = await send(call, await prepare());
    expect([answer.status, answer.body]).toEqual([ok, answer.body]);
    expectPublished(call, answer);
  });

  test('asking for no-cache, another language or with a field more changes nothing', async () => {
    const good = await prepare();
    const more = { nonesuch: 'x' };
    const isObject = typeof good.body === 'object';
    const answer = await send(call, good, {
      headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache', 'Accept-Language': 'ja' },
      query: 'nonesuch=x',
      ...(isObject && { body: { ...(good.body as object), ...more } })
    });
    expect([answer.status, answer.body]).toEqual([ok, answer.body]);
    expectPublished(call, answer);
  });

  test('the same call again is answered as published', async () => {
    const good = await prepare();
    await send(call, good);
    const answer = await send(call, good);
    expect([answer.status, answer.body]).toEqual([operation['x-again'], answer.body]);
    expectPublished(call, answer);
  });

  test('every other method is refused with 405 and Allow', async () => {
    const good = await prepare();
    const published = Object.keys(document.paths[address] ?? {}).map((verb) => verb.toUpperCase());
    const allow = [...published, ...(published.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    const allowed = (answer: Answer) => String(answer.headers.allow).split(', ').sort();
    for (const other of METHODS.filter((name) => !published.includes(name))) {
      const answer = await send(call, good, { method: other });
      expect([other, answer.status, allowed(answer)]).toEqual([other, 405, allow]);
      expectPublished(call, answer);
    }
    const options = await send(call, good, { method: 'OPTIONS', raw: '', type: null });
    expect([options.status, allowed(options)]).toEqual([204, allow]);
  });

  if (method === 'GET') {
    test('HEAD is answered like GET, without the body', async () => {
      const answer = await send(call, await prepare(), { method: 'HEAD' });
      expect([answer.status, answer.body]).toEqual([ok, '']);
      expectPublished(call, answer, { head: true });
    });
  }

  if (operation.parameters.length > 0) {
    test('odd, missing and repeated parameters never fail the server', async () => {
      const good = await prepare();
      for (const { name, in: place, required } of operation.parameters) {
        if (place === 'query' && required) {
          const { [name]: _left, ...others } = good.parameters ?? {};
          const answer = await send(call, { ...good, parameters: others });
          expect([answer.status, codesOf(answer)]).toEqual([400, [name]]);
          expectPublished(call, answer);
        }
        for (const value of [...ODD.slice(2), 'a\u0000b', 'x'.repeat(3_000)]) {
          const answer = await send(call, good, { parameters: { [name]: value } });
          expectPublished(call, answer);
          expect([name, value, answer.status < 500]).toEqual([name, value, true]);
        }
        if (place === 'query') expectPublished(call, await send(call, good, { query: `${name}=a&${name}=b&${name}` }));
      }
    });
  }

  if (operation.requestBody) {
    const json = !isForm(operation);
    const limit = operation['x-max-bytes'] as number;

    test.each(mediaTypes(operation))('takes %s', async (type) => {
      const answer = await send(call, await prepare(), { type });
      expect([answer.status, answer.body]).toEqual([ok, answer.body]);
      expectPublished(call, answer);
    });

    test('a missing field is refused and named', async () => {
      const good = await prepare();
      for (const { path } of fieldsOf(schema, good.body).filter(({ required }) => required)) {
        const answer = await send(call, good, { body: changed(good.body, path, undefined) });
        expect([answer.status, codesOf(answer)]).toEqual([400, [path.join('.')]]);
        expectPublished(call, answer);
      }
      const answer = await send(call, good, { raw: json ? 'null' : '' });
      expect(answer.status).toBe(400);
      expectPublished(call, answer);
    });

    test('what the schema does not allow is refused, and what it allows never fails the server', async () => {
      const good = await prepare();
      const odd = fieldsOf(schema, good.body).flatMap((field) =>
        [...oddValues(field.schema), ...(json ? [null, 7, true, [], {}] : [])].map((value) =>
          changed(good.body, field.path, value)
        )
      );
      const bodies = [...odd, ...(json ? [null, 7, true, [], [[]], '', {}, 'x'.repeat(600), ...ODD] : [])];
      for (const body of bodies.filter((candidate) => !isValid(schema, candidate))) {
        const tooLarge = Buffer.byteLength(encode(body, mediaTypes(operation)[0])) > limit;
        const answer = await send(call, good, { body });
        expect([body, answer.status]).toEqual([body, tooLarge ? 413 : 400]);
        expectPublished(call, answer);
      }
      // Last, since it may end the session or use up what the example needs.
      for (const body of bodies.filter((candidate) => isValid(schema, candidate))) {
        const answer = await send(call, good, { body });
        expect([body, answer.status < 500]).toEqual([body, true]);
        expectPublished(call, answer);
      }
    });

    test('a body that can’t be read is refused with 400', async () => {
      const good = await prepare();
      const broken = json
        ? [
            '',
            '{',
            '{"a":',
            "{'a':1}",
            '[1,]',
            '\ufeff{}{}',
            `${'['.repeat(500)}`,
            Buffer.from([0x22, 0xff, 0xfe, 0x22])
          ]
        : [`${encode(good.body, mediaTypes(operation)[0])}&${encode(good.body, mediaTypes(operation)[0])}`];
      for (const raw of broken) {
        const answer = await send(call, good, { raw });
        expect([raw, answer.status]).toEqual([raw, 400]);
        expectPublished(call, answer);
      }
    });

    test('another media type is refused with 415', async () => {
      const good = await prepare();
      const raw = encode(good.body, mediaTypes(operation)[0]);
      for (const type of [
        null,
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/json2',
        'text/html'
      ]) {
        const answer = await send(call, good, { raw, type });
        expect([type, answer.status]).toEqual([type, 415]);
        expectPublished(call, answer);
      }
    });

    test('a body of the published size is taken, a larger one refused with 413', async () => {
      const good = await prepare();
      const fits = `${encode(good.body, mediaTypes(operation)[0])}${json ? '' : '&nonesuch='}`.padEnd(
        limit,
        json ? ' ' : 'x'
      );
      const raw = `${fits}${json ? ' ' : 'x'}`;
      for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }] as Record<string, string>[]) {
        const answer = await send(call, good, { raw, headers });
        expect(answer.status).toBe(413);
        expectPublished(call, answer);
      }
      expect((await send(call, good, { raw: fits })).status).toBe(ok);
    });
  }

  if (ways > 0) {
    test('without the anti-forgery proof a browser is refused with 403', async () => {
      const good = await prepare();
      const crossSite: Change[] = [
        { headers: { Origin: 'https://evil.example' } },
        { headers: { Origin: 'null' } },
        { bare: true, headers: { 'Sec-Fetch-Site': 'cross-site' } },
        { bare: true, headers: { Referer: 'https://evil.example/' } },
        { headers: { 'X-CSRF-TOKEN': 'ZbcdefghijKLMNOP1234', 'Sec-Fetch-Site': 'cross-site' } }
      ];
      const unproved: Change[] = [
        { bare: true },
        { headers: { 'X-CSRF-TOKEN': '' } },
        { headers: { 'X-XSRF-TOKEN': 'ZbcdefghijKLMNOP1234' } }
      ];
      for (const change of [...crossSite, ...(needsToken ? unproved : [])]) {
        const answer = await send(call, good, change);
        expect([change, answer.status]).toEqual([change, 403]);
        expect(codesOf(answer)).toEqual(['request.forged']);
        expectPublished(call, answer);
      }
    });
  }

  if (needsSession) {
    test('without a session it is refused with 401', async () => {
      const good = await prepare();
      for (const cookies of [{}, { 'tessera-session': '' }, { 'tessera-session': 'Fe26.2*1*forged' }]) {
        const stranger = good.client.stranger();
        for (const [name, value] of Object.entries(cookies)) stranger.cookies.set(name, value);
        const answer = await send(call, good, { client: stranger });
        expect([answer.status, codesOf(answer)]).toEqual([401, ['session.ended']]);
        expectPublished(call, answer);
      }
    });
  }
}
