import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import Ajv2020 from 'ajv/dist/2020';
import { z } from 'zod';
import { openApiDocument } from '@/app/api-reference/document';
import { routes } from '@/app/api-reference/generated/routes';
import { json, text } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import type { Handler, Published } from '@/lib/core/http/declaration';
import { type Operation, openApi } from '@/lib/core/http/openapi';
import { departure } from '@/lib/core/http/published';
import { PRODUCTION_SECRET } from '../support/server';

const ROOTS = ['assets', 'cpae', 'heracles', 'sdportal/portalstatic', 'sdportal/rest', 'services'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const operations = Object.values(openApiDocument().paths).flatMap((item) => Object.values(item) as Operation[]);
const info = { version: '1', description: 'd' };
const published: Published = {
  id: 'aCall',
  tag: 'Session',
  summary: 'A call',
  rules: [],
  answers: { 200: { description: 'Done.', schema: z.strictObject({ status: z.literal('OK') }) } }
};
const answering = (answer: () => Response, more: Partial<Published> = {}) =>
  contract({ GET: on({ published: { ...published, ...more }, handle: answer }) });

test('every route of the contract folders is published, each method with what it says of itself', () => {
  const folders = ROOTS.flatMap((root) =>
    readdirSync(`app/${root}`, { recursive: true, withFileTypes: true })
      .filter(({ name }) => name === 'route.ts')
      .map(({ parentPath }) => parentPath.replace(/^app/, ''))
      // Steps that only a browser takes.
      .filter((folder) => !/\/(sso|passkeys)(\/|$)/.test(folder))
  );
  expect(Object.keys(routes).sort()).toEqual(folders.sort());
  for (const [folder, handlers] of Object.entries(routes) as [string, Record<string, Handler | undefined>][]) {
    const declared = METHODS.filter((method) => handlers[method]?.contract);
    expect([folder, declared.length > 0]).toEqual([folder, true]);
    for (const method of declared)
      expect([folder, handlers[method]?.contract?.published?.id]).toEqual([folder, expect.any(String)]);
  }
});

test('a route without a contract, or one that is not published, can’t be in the document', () => {
  const bare = contract({ GET: on({ handle: () => json({}) }) });
  expect(() => openApi({ '/bare': bare }, info)).toThrow('GET /bare has no published part');
  expect(() => openApi({ '/other': { GET: async () => json({}) } }, info)).toThrow('/other has no contract');
  const one = answering(() => json({}));
  expect(() => openApi({ '/one': one, '/two': one }, info)).toThrow('two calls have the id aCall');
  expect(() => openApi({ '/rest/[...path]': one }, info)).toThrow('its addresses disagree');
});

test('the document is valid OpenAPI 3.1', async () => {
  const run = promisify(execFile)(process.execPath, ['tests/support/validate-openapi.mjs']);
  run.child.stdin?.end(JSON.stringify(openApiDocument()));
  expect(JSON.parse((await run).stdout)).toEqual({ valid: true, version: '3.1' });
});

test('every example is one that its schema takes, and every required parameter has one', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { operationId, requestBody, parameters } of operations) {
    for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
      expect([operationId, ajv.validate(schema, example), ajv.errorsText()]).toEqual([operationId, true, 'No errors']);
    }
    for (const { name, required, schema, example } of parameters.filter((each) => each.required || each.example)) {
      expect([operationId, name, required && ajv.validate(schema, example)]).toEqual([operationId, name, required]);
    }
  }
});

test('every part of an address that is in braces is a required parameter of the call', () => {
  const missing = Object.entries(openApiDocument().paths).flatMap(([path, calls]) =>
    (Object.entries(calls) as [string, Operation][]).flatMap(([method, { parameters }]) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const told = inPath.map(({ name }) => name);
      return named.join() === told.join() ? [] : [`${method} ${path}: ${told.join()}`];
    })
  );
  expect(missing).toEqual([]);
});

test('the rules that calls answer to exist, and each call of section 7 is published', () => {
  const requirements = readFileSync('docs/requirements.md', 'utf8');
  const named = new Set(operations.flatMap((operation) => operation['x-rules']));
  for (const id of named) expect([id, requirements.includes(`| ${id} |`)]).toEqual([id, true]);
  // The rows before are about all calls, the last about what clients do.
  const calls = Array.from({ length: 25 }, (_each, n) => `P7.${String(n + 5).padStart(3, '0')}`);
  expect(calls.filter((id) => !named.has(id))).toEqual([]);
});

describe('an answer is held against what is published', () => {
  const good = { status: 'OK' };
  test.each<[string, Response, RegExp | null]>([
    ['as published', json(good), null],
    ['with a status of its own', json(good, { status: 201 }), /status 201/],
    ['with a refusal that its contract does not bring', json({ errors: [] }, { status: 409 }), /status 409/],
    ['with a field more', json({ ...good, more: 1 }), /body is not as published/],
    ['with another value', json({ status: 'KO' }), /body is not as published/],
    ['as text', text('OK'), /media type "text\/plain"/],
    ['that may be stored', json(good, { headers: { 'cache-control': 'public' } }), /Cache-Control "public"/]
  ])('%s', async (_what, response, fault) => {
    const call = answering(() => response).GET.contract;
    const told = call && (await departure(call, response));
    if (fault) expect(told).toMatch(fault);
    else expect(told).toBeNull();
  });

  test.each([
    ['development', 500],
    ['production', 200]
  ])('another one becomes, in %s, %s', async (mode, status) => {
    Object.assign(process.env, {
      DATABASE_URL: 'postgresql://localhost/x',
      TESSERA_SECRET: PRODUCTION_SECRET,
      TESSERA_MODE: mode,
      LOG_LEVEL: 'silent'
    });
    jest.resetModules();
    const fresh = await import('@/lib/core/http/contract');
    const { GET } = fresh.contract({ GET: fresh.on({ published, handle: () => json({ status: 'KO' }) }) });
    const request = new Request('http://localhost/a-call');
    expect((await GET(request, { params: Promise.resolve({}) })).status).toBe(status);
  });
});
