import { LRUCache } from 'lru-cache';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { isFormTooLarge } from '@/lib/core/http/body';

/** The fields of the form that a page was requested with. */
export interface PostedForm {
  encoding: string;
  /** Null if it can't be kept: it contains a file, or the body is not a form. */
  fields: [string, string][] | null;
}

const ENCODING = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/;
// proxy.ts and the pages are separate module instances, so the forms live on the global object. A form waits only for
// the page of its own request in this process: the framework fetches the page through this process's own port.
const shared = globalThis as typeof globalThis & { tesseraPosted?: LRUCache<string, PostedForm> };
shared.tesseraPosted ??= new LRUCache({ max: 100, ttl: 60_000 });
const waiting = shared.tesseraPosted;

/** Keeps a posted form for the page that answers, since a page can't read a post. */
export async function keepPostedForm(request: Request): Promise<void> {
  const encoding = ENCODING.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
  const isKept = encoding !== '' && isSameOrigin(request.headers) && !(await isFormTooLarge(request.clone()));
  const form = isKept ? await request.formData().catch(() => null) : null;
  const entries = form ? [...form] : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const hasFile = entries.some(([, value]) => typeof value !== 'string' && value.size > 0);
  waiting.set(request.headers.get('x-request-id') ?? '', { encoding, fields: form && !hasFile ? texts : null });
}

/** Returns a request's posted form once; null if the request was not a post. */
export function takePostedForm(requestId: string): PostedForm | null {
  const form = waiting.get(requestId) ?? null;
  waiting.delete(requestId);
  return form;
}
