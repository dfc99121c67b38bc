import { z } from 'zod';
import { errorsSchema } from './answers';
import { ANTI_FORGERY_COOKIE } from './anti-forgery';
import { MEDIA_TYPES } from './body';
import { type Answer, type AnyContract, BODY_LIMIT, type Handler, type Published, TAGS } from './declaration';
import { refusalsOf } from './published';

/** A JSON Schema, as far as it is read here. */
export interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: boolean | Schema;
  [keyword: string]: unknown;
}

export interface ResponseObject {
  description: string;
  headers: Record<string, { description?: string; schema: Schema }>;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: {
    name: string;
    in: 'query' | 'path';
    required: boolean;
    description?: string;
    schema: Schema;
    example?: string;
  }[];
  requestBody?: { required: true; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, ResponseObject>;
  /** The rules of docs/requirements.md it answers to. */
  'x-rules': string[];
  /** The largest body it takes, in bytes. */
  'x-max-bytes'?: number;
  /** The status of the very same call sent again. */
  'x-again': number;
}

export type Verb = 'get' | 'post' | 'put' | 'delete';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string }[];
  paths: Record<string, Partial<Record<Verb, Operation>>>;
  components: { schemas: { Errors: Schema }; securitySchemes: Record<string, object> };
}

/** The route modules of the contracts, by the folder they stand in: `/sdportal/rest/cobrand/[name]`. */
export type Routes = Record<string, Partial<Record<Uppercase<Verb>, Handler>>>;

const ERRORS = { $ref: '#/components/schemas/Errors' };
const ANTI_FORGERY = { antiForgeryCookie: [], antiForgeryHeader: [], antiForgeryTwin: [] };
const RETRY_AFTER = 'Seconds to wait.';

/**
 * The OpenAPI 3.1 document of the calls, made from the very contracts that answer them.
 * @throws Error for a contract that isn't published, or two of one id
 */
export function openApi(routes: Routes, info: { version: string; description: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const ids = new Set<string>();
  for (const [folder, handlers] of Object.entries(routes)) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const contract = handlers[method]?.contract;
      if (!contract) continue;
      if (!contract.published) throw new Error(`${method} ${folder} has no published part`);
      for (const [address, id] of addressesOf(folder, contract.published)) {
        if (ids.has(id)) throw new Error(`two calls have the id ${id}`);
        ids.add(id);
        paths[address] = { ...paths[address], [method.toLowerCase()]: operation(address, id, contract) };
      }
    }
    if (!Object.values(handlers).some((handler) => handler?.contract)) throw new Error(`${folder} has no contract`);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tessera', ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'Any host name of the installation; it decides the brand.' }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Errors: schemaOf(errorsSchema, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tessera-session',
          description: 'Set by the front door, `signIn`. Without TLS, on localhost, its name is tessera-session.'
        },
        antiForgeryCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: ANTI_FORGERY_COOKIE,
          description: 'Set by `signIn`. Before it any 20 letters and digits of your own.'
        },
        antiForgeryHeader: { type: 'apiKey', in: 'header', name: 'X-CSRF-TOKEN', description: 'Equals the cookie.' },
        antiForgeryTwin: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: 'Equals the cookie.' }
      }
    }
  };
}

/** The addresses of a folder with the id each has: one, but for a folder that takes any rest. */
function addressesOf(folder: string, { id, addresses }: Published): [string, string][] {
  const rest = /\[\.\.\.\w+\]$/;
  if (rest.test(folder) !== Boolean(addresses)) throw new Error(`${folder} and its addresses disagree`);
  const open = (path: string) => path.replace(/\[(\w+)\]/g, '{$1}');
  if (!addresses) return [[open(folder), id]];
  return Object.entries(addresses).map(([rested, name]) => [open(folder.replace(rest, rested)), name]);
}

function operation(address: string, operationId: string, contract: AnyContract): Operation {
  const { body } = contract;
  const { tag, summary, description, rules, answers, again, example } = contract.published as Published;
  const first = Number(Object.keys(answers)[0]);
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag],
    security: securityOf(contract),
    parameters: parametersOf(address, contract),
    ...(body && {
      requestBody: { required: true, content: contentOf(body, example?.body) },
      'x-max-bytes': body.limit ?? BODY_LIMIT
    }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)])),
      ...Object.fromEntries(
        Object.entries(refusalsOf(contract)).map(([status, text]) => [status, refusalOf(status, text)])
      )
    },
    'x-rules': rules,
    'x-again': again ?? first
  };
}

function securityOf({ auth, csrf }: AnyContract): Operation['security'] {
  const session: Record<string, string[]> = auth ? { session: [] } : {};
  if (!csrf) return [session];
  const proved = { ...session, ...ANTI_FORGERY };
  // Who brings a session brings a cookie, and so counts as a browser.
  return csrf === 'token' || auth ? [proved] : [session, proved];
}

function parametersOf(address: string, { params, query, published }: AnyContract): Operation['parameters'] {
  const exampleOf = (name: string) => {
    const example = published?.example?.parameters?.[name];
    return example ? { example } : {};
  };
  const listed = (place: 'query' | 'path', schema: z.ZodType | undefined) => {
    const { properties = {}, required = [] } = schema ? schemaOf(schema, 'input') : {};
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: required.includes(name),
      ...(description && { description }),
      schema: rest,
      ...exampleOf(name)
    }));
  };
  const declared = new Map(listed('path', params).map((parameter) => [parameter.name, parameter]));
  // A path's parameters are always required, and each stands in the document, also what only a catch-all folder reads.
  const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...(declared.get(name) ?? { name, in: 'path' as const, schema: { type: 'string' }, ...exampleOf(name) }),
    required: true
  }));
  return [...inPath, ...listed('query', query)];
}

function contentOf({ kind, schema }: NonNullable<AnyContract['body']>, example: unknown) {
  const json = schemaOf(schema, 'input');
  const given = example === undefined ? {} : { example };
  return Object.fromEntries(
    MEDIA_TYPES[kind].map((type) => [
      type,
      // Only a JSON text can be sent as text.
      type === 'text/plain' ? { schema: textOf(json), ...given } : { schema: json, ...given }
    ])
  );
}

const textOf = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type === 'string') ?? schema;

function responseOf({ description, schema, type, cache = ['no-store'], headers = {} }: Answer): ResponseObject {
  const content = schema
    ? { 'application/json': { schema: schemaOf(schema, 'output') } }
    : type &&
      Object.fromEntries(type.map((name) => [name, { schema: name === 'text/plain' ? { type: 'string' } : {} }]));
  return { description, headers: headersOf(cache, headers), ...(content && { content }) };
}

function refusalOf(status: string, description: string): ResponseObject {
  const headers: Record<string, string> = ['429', '503'].includes(status) ? { 'Retry-After': RETRY_AFTER } : {};
  return {
    description,
    headers: headersOf(['no-store'], headers),
    content: { 'application/json': { schema: ERRORS } }
  };
}

function headersOf(cache: string[], headers: Record<string, string>): ResponseObject['headers'] {
  return {
    'Cache-Control': { schema: cache.length === 1 ? { const: cache[0] } : { enum: cache } },
    ...Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }])
    )
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest as Schema;
}
