import type { z } from 'zod';
import { busyOf, isUnavailable, UNAVAILABLE_SECONDS } from '@/lib/core/busy';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { BodyRefused, readBody } from '@/lib/core/http/body';
import { isAborted } from '@/lib/core/http/request-errors';
import { log } from '@/lib/core/log';
import type { TextKey } from '@/lib/core/text-key';
import { type Fault, type FormState, faultsOf } from './form-state';
import { type PortalView, portalPage } from './portal-page';

type Status = 400 | 401 | 403 | 413 | 415 | 422 | 429 | 500 | 503;

interface PortalForm<Schema extends z.ZodType, State extends FormState> {
  schema: Schema;
  /** Message keys of the labels of the fields that may be missing. */
  labels: Record<string, TextKey>;
  /** The state to show the page in again beside its faults, from whatever was posted. */
  keep?: (fields: Record<string, string>, request: Request) => Promise<Partial<State>> | Partial<State>;
  /** The page holds something of one person. */
  personal?: boolean;
  /** The message key that the page shows for a fault's, where it has words of its own. */
  message?: (message: TextKey) => TextKey;
  /** Does what the form is for: an answer, or the state to show the page in again. */
  submit: (
    request: Request,
    body: z.output<Schema>
  ) => Promise<Response | ({ status: Status; retryAfter?: number } & State)>;
}

/**
 * The POST of a page whose form works without JavaScript: the same commands as the contracts behind the
 * script, and the errors in the page. Only forms of this very host are taken.
 */
export function portalForm<Schema extends z.ZodType, State extends FormState>(
  view: PortalView<State>,
  { schema, labels, keep, personal, submit, message = (key) => key }: PortalForm<Schema, State>
): (request: Request) => Promise<Response> {
  return async (request) => {
    let kept: Partial<State> = {};
    const worded = (faults: Fault[] | undefined) =>
      faults && { faults: faults.map((fault) => ({ ...fault, message: message(fault.message) })) };
    const show = ({ status, retryAfter, ...state }: { status: Status; retryAfter?: number } & FormState) =>
      portalPage(request, view, { ...kept, ...state, ...worded(state.faults) } as State, {
        status,
        personal,
        headers: retryAfter ? [['retry-after', String(retryAfter)]] : []
      });
    try {
      if (!isSameOrigin(request.headers)) return show({ status: 403, faults: [{ message: 'sign.in.expired' }] });
      const fields = (await readBody(request, 'form', 8_192)) as Record<string, string>;
      kept = (await keep?.(fields, request)) ?? {};
      const parsed = schema.safeParse(fields);
      if (!parsed.success) return show({ status: 400, faults: faultsOf(parsed.error, labels) });
      const done = await submit(request, parsed.data);
      return done instanceof Response ? done : show(done);
    } catch (error) {
      const system = { header: 'error.system.header' } as const;
      if (error instanceof BodyRefused)
        return show({
          status: error.status,
          faults: [error.refusal].map(({ code, params }) => ({ message: code, ...(params && { params }) }))
        });
      // Nobody reads the answer.
      if (isAborted(error)) return show({ status: 400, faults: [{ message: 'body.malformed' }] });
      const overloaded = busyOf(error);
      if (overloaded) {
        const seconds = overloaded.retryAfterSeconds;
        return show({
          status: 503,
          retryAfter: seconds,
          header: 'login.unable',
          faults: [{ message: 'sign.in.busy', params: { seconds } }]
        });
      }
      log.error({ err: error, requestId: request.headers.get('x-request-id') }, 'a form failed');
      if (isUnavailable(error)) {
        const faults = [{ message: 'authentication.unavailable' as const }];
        return show({ status: 503, retryAfter: UNAVAILABLE_SECONDS, header: 'login.unable', faults });
      }
      return show({ status: 500, ...system, faults: [{ message: 'error.system.message' }] });
    }
  };
}

/** 303 to another address, as a browser follows a form. */
export function seeOther(location: string, headers = new Headers()): Response {
  headers.set('location', location);
  headers.set('cache-control', 'no-store');
  return new Response(null, { status: 303, headers });
}
