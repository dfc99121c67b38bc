import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { download } from '@/lib/core/http/download';
import { originOf } from '@/lib/core/http/origin';
import type { downloadPdf } from '@/lib/money/evidence/download';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { signedIn } from '../signed-in';

/** Answers with a file about a report in the reader's language, made while it is sent; 404 for readers without the right to it. */
export async function downloadAnswer(
  request: Request,
  actor: Actor,
  id: string,
  make: typeof downloadPdf
): Promise<Response> {
  const { account, locale, t, format } = await signedIn();
  const reader = { name: `${account.firstName} ${account.lastName}`, locale, t, format };
  const file = await make(await principalOf(actor), id, reader, originOf(request.headers));
  if (!file) return errors(404, [{ code: 'not.found' }], request);
  return download(file);
}
