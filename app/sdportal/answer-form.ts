import { parseSetCookie } from 'cookie';
import type { ResponseCookie } from 'next/dist/compiled/@edge-runtime/cookies';
import { cookies, headers } from 'next/headers';
import { redirect, unstable_rethrow } from 'next/navigation';
import type { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { answerWith } from '@/lib/core/http/requests';
import type { TextKey } from '@/lib/core/language/text-key';
import { busyOf, isUnavailable, UNAVAILABLE_SECONDS } from '@/lib/core/server/busy';
import { log } from '@/lib/core/server/log';
import { type Fault, faultsOf, faultText } from './form-state';
import { METHOD_HEADER, PAGE_HEADER } from './lead';
import { contextOf, type PageContext } from './page-context';
import type { FormState, ShownFault } from './ui/form-state';

/** What a form came to, with message keys: nothing wrong, or the status and the faults of a refusal. */
export interface Answered {
  /** 200 unless something is wrong. */
  status?: 200 | 400 | 401 | 403 | 413 | 415 | 422 | 429 | 500 | 503;
  retryAfter?: number;
  faults?: Fault[];
  /** Key of the summary's header; else it counts the faults (P8.023). */
  header?: TextKey;
}

interface Form<Schema extends z.ZodType, State> {
  schema: Schema;
  /** Message keys of the labels of the fields that may be missing. */
  labels: Record<string, TextKey>;
  /** Fields that stand in the page again beside what is wrong: never a secret. */
  keep?: string[];
  /** What the page needs to know again beside faults, from whatever was posted. */
  known?: Partial<State>;
  /** The message key that the page shows for a fault's, where it has words of its own. */
  message?: (message: TextKey) => TextKey;
  /** Does what the form is for. `request` has the address of the page, and the headers of the post. */
  submit: (
    body: z.output<Schema>,
    request: Request,
    page: PageContext
  ) => Promise<Answered & Partial<Omit<State, keyof Answered>>>;
}

/**
 * The answer of a server action to its form: the same commands as the contracts, and the errors in the words of the
 * page. A form that JavaScript didn't send gets the status of its answer, too (app/sdportal/lead.ts has taken only
 * forms of this very host, and none that is too large).
 */
export async function answerForm<Schema extends z.ZodType, State extends FormState>(
  form: FormData,
  { schema, labels, keep = [], known = {}, message = (key) => key, submit }: Form<Schema, State>
): Promise<State> {
  const request = await pageAsked();
  const page = contextOf(await audienceOf(request));
  const fields = fieldsOf(form);
  const values = Object.fromEntries(keep.map((name) => [name, fields?.[name] ?? '']));
  const show = ({ status = 200, retryAfter, faults, header, ...state }: Answered): State => {
    answerWith(
      request.headers.get('x-request-id') ?? '',
      status,
      retryAfter ? { 'retry-after': String(retryAfter) } : {}
    );
    const shown = faults?.map((fault) => worded(page, { ...fault, message: message(fault.message) }));
    return {
      ...known,
      ...state,
      // What was typed stands in the page again beside what is wrong, and nowhere else.
      ...(shown && { values, faults: shown }),
      ...(header && { header: page.t(header) })
    } as State;
  };
  try {
    if (!fields) return show({ status: 400, faults: [{ message: 'body.malformed' }] });
    const parsed = schema.safeParse(fields);
    if (!parsed.success) return show({ status: 400, faults: faultsOf(parsed.error, labels) });
    return show(await submit(parsed.data, request, page));
  } catch (error) {
    unstable_rethrow(error);
    return show(failure(error, request));
  }
}

/** The end of a form: where the browser goes, with the cookies it gets. */
export async function leave(
  address: string,
  { headers: given }: { headers?: Headers } = {}
): Promise<{ goTo: string }> {
  if (given) await giveCookies(given);
  // With a script the page goes there by itself: a redirect would have the server ask itself for the next page.
  if ((await headers()).has('next-action')) return { goTo: address };
  redirect(address);
}

/** Gives the browser the cookies of an answer, and the page stays. */
export async function giveCookies(given: Headers): Promise<void> {
  const lines = given.getSetCookie();
  if (lines.length === 0) return;
  const post = await headers();
  if (post.has('next-action')) {
    // The framework would render the page again for cookies of its own, and the page may be over now.
    answerWith(post.get('x-request-id') ?? '', 200, { 'set-cookie': lines });
    return;
  }
  const jar = await cookies();
  for (const line of lines) jar.set(parseSetCookie(line) as ResponseCookie);
}

/** The page that a form was posted to, as it was asked for, with the headers of the post. */
export async function pageAsked(): Promise<Request> {
  const given = new Headers(await headers());
  const method = given.get(METHOD_HEADER) ?? 'GET';
  return new Request(new URL(given.get(PAGE_HEADER) ?? '/', 'http://portal.invalid'), { method, headers: given });
}

/** What is longer than any token of ours is none. */
const LONGEST_TOKEN = 200;

/** The token of the mailed link that led to the page, or nothing. */
export async function tokenAsked(): Promise<string> {
  return new URL((await pageAsked()).url).searchParams.get('token')?.slice(0, LONGEST_TOKEN) ?? '';
}

/** The fields of a form, each once; null when a name came twice, a file or no form at all, as no form of ours sends. */
function fieldsOf(form: unknown): Record<string, string> | null {
  if (!(form instanceof FormData)) return null;
  const own = [...form].filter(([name]) => !name.startsWith('$ACTION'));
  const texts = own.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const names = new Set(own.map(([name]) => name));
  return texts.length === own.length && names.size === own.length ? Object.fromEntries(texts) : null;
}

function worded(page: PageContext, fault: Fault): ShownFault {
  const { field, summaryOnly } = fault;
  return { ...(field && { field }), ...(summaryOnly && { summaryOnly }), message: faultText(page, fault) };
}

function failure(error: unknown, { headers }: Request): Answered {
  const overloaded = busyOf(error);
  if (overloaded) {
    const seconds = overloaded.retryAfterSeconds;
    return {
      status: 503,
      retryAfter: seconds,
      header: 'login.unable',
      faults: [{ message: 'sign.in.busy', params: { seconds } }]
    };
  }
  log.error({ err: error, requestId: headers.get('x-request-id') }, 'a form failed');
  if (isUnavailable(error)) {
    return {
      status: 503,
      retryAfter: UNAVAILABLE_SECONDS,
      header: 'login.unable',
      faults: [{ message: 'authentication.unavailable' }]
    };
  }
  return { status: 500, header: 'error.system.header', faults: [{ message: 'error.system.message' }] };
}
