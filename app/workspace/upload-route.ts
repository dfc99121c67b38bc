import { unstable_rethrow } from 'next/navigation';
import { errors, json } from '@/lib/core/http/answers';
import { isSameOrigin } from '@/lib/core/http/anti-forgery';
import { BodyRefused } from '@/lib/core/http/body';
import { readMultipart } from '@/lib/core/http/multipart';
import { isAborted } from '@/lib/core/http/request-errors';
import { log } from '@/lib/core/server/log';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import type { FormState } from './ui/form-state';
import type { UploadAnswer } from './ui/upload-answer';

/** A file of 4 MB (C5.065) with what stands around it, as for the framework's own actions. */
const LARGEST_FORM = 5 * 1024 ** 2;

/**
 * The route of a form with files. It is a route and no server action, because a browser tells the progress of a request
 * of the page's own only. It answers with the page to show next, or with the form's state.
 */
export function uploadRoute<Params>(
  handle: (form: FormData, params: Params, query: URLSearchParams) => Promise<UploadAnswer<FormState>>,
  mostBytes = LARGEST_FORM
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, { params }) => {
    try {
      if (!isSameOrigin(request.headers)) return errors(403, [{ code: 'request.forged' }], request);
      if (!(await workspaceActor(request))) return errors(401, [{ code: 'session.ended' }], request);
      const form = await readMultipart(request, mostBytes);
      const answer = await handle(form, await params, new URL(request.url).searchParams);
      return json(answer, { status: 'state' in answer && answer.state.faults.length > 0 ? 422 : 200 });
    } catch (err) {
      unstable_rethrow(err);
      if (err instanceof BodyRefused) return errors(err.status, [err.refusal], request);
      if (isAborted(err)) return errors(400, [{ code: 'body.malformed' }], request);
      log.error({ err, requestId: request.headers.get('x-request-id') }, 'an upload failed');
      return errors(500, [{ code: 'error.system.message' }], request);
    }
  };
}
