import { type SystemAdministrator, systemAdministrator } from '@/lib/brand/studio/system-administrator';
import { errors } from '@/lib/core/http/answers';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { BodyRefused, readBody } from '@/lib/core/http/body';
import { originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { log } from '@/lib/core/server/log';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

/** Large enough for every text of a language at once. */
const MAX_FORM_BYTES = 524_288;

type Params = { params: Promise<Record<string, string>> };

/**
 * Handles a POST of the studio: only from a page of this host and only by a system administrator; for others the
 * address is not found. `read` parses the body; `handle` answers.
 */
export function studioForm<Body>(
  read: (request: Request) => Promise<Body>,
  handle: (by: SystemAdministrator, body: Body, params: Record<string, string>, request: Request) => Promise<Response>
): (request: Request, context: Params) => Promise<Response> {
  return async (request, { params }) => {
    const { headers } = request;
    try {
      if (!isSameOrigin(headers)) return errors(403, [{ code: 'request.forged' }], request);
      const actor = await signedInActor(request);
      if (!actor) return seeOther('/sdportal/login-signin-component');
      const by = await systemAdministrator(actor, originOf(headers));
      if (!by) return errors(404, [{ code: 'not.found' }], request);
      return await handle(by, await read(request), await params, request);
    } catch (err) {
      if (err instanceof BodyRefused) return errors(err.status, [err.refusal], request);
      log.error({ err, requestId: headers.get('x-request-id') }, 'a form of the brand studio failed');
      return errors(500, [{ code: 'error.system.message' }], request);
    }
  };
}

/** The fields of an ordinary form. */
export async function formFields(request: Request): Promise<Record<string, string>> {
  return (await readBody(request, 'form', MAX_FORM_BYTES)) as Record<string, string>;
}
