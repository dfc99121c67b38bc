import { LRUCache } from 'lru-cache';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { isFormTooLarge } from '@/lib/core/http/body';

/** What was typed into a form that a page was asked for with. */
export interface PostedForm {
  encoding: string;
  /** Null when it can't be kept: a file is in it, or it is no form. */
  fields: [string, string][] | null;
}

const ENCODING = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/;
// proxy.ts and the pages are evaluated apart; the forms belong to both. Each waits for the page of its own request
// alone, which this process makes: where the framework asks the server for it, it asks at this process's own port.
const place = globalThis as typeof globalThis & { tesseraPosted?: LRUCache<string, PostedForm> };
place.tesseraPosted ??= new LRUCache({ max: 100, ttl: 60_000 });
const waiting = place.tesseraPosted;

/** Keeps the form that a page of this host posted, for the page that answers: a page can't read a post. */
export async function keepPostedForm(request: Request): Promise<void> {
  const encoding = ENCODING.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
  const isKept = encoding !== '' && isSameOrigin(request.headers) && !(await isFormTooLarge(request.clone()));
  const form = isKept ? await request.formData().catch(() => null) : null;
  const entries = form ? [...form] : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const hasFile = entries.some(([, value]) => typeof value !== 'string' && value.size > 0);
  waiting.set(request.headers.get('x-request-id') ?? '', { encoding, fields: form && !hasFile ? texts : null });
}

/** The form that a request posted, once; null when it was no post. */
export function takePostedForm(requestId: string): PostedForm | null {
  const form = waiting.get(requestId) ?? null;
  waiting.delete(requestId);
  return form;
}
