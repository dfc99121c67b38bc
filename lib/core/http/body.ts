import type { Refusal } from '../entry/refusal';

/** The framework's limit for a form (next.config.mjs): larger ones cause an error without a message. */
const LARGEST_FORM = 5 * 1024 ** 2;

/** Whether a form exceeds the limit, by its declared length or, if chunked, by the bytes received. */
export async function isFormTooLarge({ headers, body }: Pick<Request, 'headers' | 'body'>): Promise<boolean> {
  if (headers.has('content-length') || !body) return Number(headers.get('content-length')) > LARGEST_FORM;
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > LARGEST_FORM) return true;
  }
  return false;
}

/** A body that is refused, with the HTTP status (PD.1). */
export class BodyRefused extends Error {
  constructor(
    public readonly status: 400 | 413 | 415,
    public readonly refusal: Refusal
  ) {
    super(refusal.code);
  }
}

export type BodyKind = 'json' | 'form' | 'json-or-text';

/** The media types of each kind. */
export const MEDIA_TYPES: Record<BodyKind, string[]> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  'json-or-text': ['application/json', 'text/plain']
};

/** The bytes of a body as UTF-8 text, never more than `limit` bytes in memory. @throws BodyRefused */
async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = new BodyRefused(413, { code: 'body.too.large', params: { limit } });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new BodyRefused(400, { code: 'body.malformed' });
  }
}

/**
 * Reads a body of the given kind: JSON as its value, a form as an object of its fields (a repeated field is refused, so
 * that two readers can't see two values), text as a string. @throws BodyRefused
 */
export async function readBody(request: Request, kind: BodyKind, limit: number): Promise<unknown> {
  const mediaType = mediaTypeOf(request);
  if (!MEDIA_TYPES[kind].includes(mediaType)) throw new BodyRefused(415, { code: 'body.media.type' });
  if (kind === 'form') return uniqueFields(await readFields(request, limit));
  const text = await readText(request, limit);
  return mediaType === 'text/plain' ? text : parseJson(text);
}

/** A JSON body as it came, for whoever checks its signature. @throws BodyRefused */
export async function readSigned(request: Request, limit: number): Promise<string> {
  if (mediaTypeOf(request) !== 'application/json') throw new BodyRefused(415, { code: 'body.media.type' });
  return readText(request, limit);
}

/** The fields of a form in order, including repeated ones. @throws BodyRefused */
export async function readFields(request: Request, limit: number): Promise<[name: string, value: string][]> {
  const mediaType = mediaTypeOf(request);
  if (!MEDIA_TYPES.form.includes(mediaType)) throw new BodyRefused(415, { code: 'body.media.type' });
  return [...new URLSearchParams(await readText(request, limit))];
}

const mediaTypeOf = ({ headers }: Request) =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

function uniqueFields(fields: readonly [string, string][]): Record<string, string> {
  const names = new Set(fields.map(([name]) => name));
  if (names.size !== fields.length) throw new BodyRefused(400, { code: 'body.malformed' });
  return Object.fromEntries(fields);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BodyRefused(400, { code: 'body.malformed' });
  }
}
