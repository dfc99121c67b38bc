import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { download } from '@/lib/core/http/download';
import { originOf } from '@/lib/core/http/origin';
import { downloadPayableFile } from '@/lib/money/expenses/payable/download-file';
import type { Actor } from '@/lib/sign-in/session/sessions';

/** Answers with a payable file in a format; 404 for readers without the right to it. */
export async function payableAnswer(
  request: Request,
  actor: Actor,
  id: string,
  format: 'csv' | 'xlsx'
): Promise<Response> {
  const file = await downloadPayableFile(await principalOf(actor), id, format, originOf(request.headers));
  return file ? download(file) : errors(404, [{ code: 'not.found' }], request);
}
