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

/** The outcome of a form, with message keys: success, or the status and faults of a refusal. */
export interface Answered {
  /** 200 unless there are faults. */
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
  /** Field values to show again beside the faults; never secrets. */
  keep?: string[];
  /** Data from the post that the page needs again beside the faults. */
  known?: Partial<State>;
  /** Maps a fault's message key to the page's own, if it has one. */
  message?: (message: TextKey) => TextKey;
  /** Runs the form's command. `request` has the page's address and the headers of the post. */
  submit: (
    body: z.output<Schema>,
    request: Request,
    page: PageContext
  ) => Promise<Answered & Partial<Omit<State, keyof Answered>>>;
}

/**
 * Runs a form's server action: it calls the same commands as the contracts and translates errors for the page. A form
 * sent without JavaScript also gets the response's status. app/sdportal/lead.ts has already refused forms of other
 * hosts and oversized forms.
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
      // Typed values are shown again beside the faults, and stored nowhere.
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

/** Ends a form: returns the browser's next address and sets its cookies. */
export async function leave(
  address: string,
  { headers: given }: { headers?: Headers } = {}
): Promise<{ goTo: string }> {
  if (given) await giveCookies(given);
  // With script the page navigates itself: a redirect would make the server fetch the next page from itself.
  if ((await headers()).has('next-action')) return { goTo: address };
  redirect(address);
}

/** Sets the cookies of an answer and keeps the page. */
export async function giveCookies(given: Headers): Promise<void> {
  const lines = given.getSetCookie();
  if (lines.length === 0) return;
  const post = await headers();
  if (post.has('next-action')) {
    // Setting cookies through the framework would render the page again, and its step may be over.
    answerWith(post.get('x-request-id') ?? '', 200, { 'set-cookie': lines });
    return;
  }
  const jar = await cookies();
  for (const line of lines) jar.set(parseSetCookie(line) as ResponseCookie);
}

/** The request for the page that a form was posted to, with the headers of the post. */
export async function pageAsked(): Promise<Request> {
  const given = new Headers(await headers());
  const method = given.get(METHOD_HEADER) ?? 'GET';
  return new Request(new URL(given.get(PAGE_HEADER) ?? '/', 'http://portal.invalid'), { method, headers: given });
}

/** A text longer than our tokens is not a token. */
const LONGEST_TOKEN = 200;

/** The token of the mailed link that opened the page, or nothing. */
export async function tokenAsked(): Promise<string> {
  return new URL((await pageAsked()).url).searchParams.get('token')?.slice(0, LONGEST_TOKEN) ?? '';
}

/**
 * The fields of a form; null if a name occurs twice, a file is included or the body is not a form, since our forms
 * never send that.
 */
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
