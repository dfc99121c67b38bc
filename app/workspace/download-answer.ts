import type { Principal } from '@/lib/access/policy/principal';
import { principalOf } from '@/lib/access/policy/principal';
import type { Origin } from '@/lib/core/audit/audit';
import { errors } from '@/lib/core/http/answers';
import { type Download, download } from '@/lib/core/http/download';
import { originOf } from '@/lib/core/http/origin';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { signedIn } from './signed-in';
import type { Formats } from './ui/formats';

/** Makes a file about a record for its reader; null for readers without the right to it. */
type MakesFile = (
  principal: Principal,
  id: string,
  reader: { name: string; locale: Locale; t: Translate; format: Formats },
  origin: Origin
) => Promise<Download | null>;

/** Answers with a file about a record in the reader's language, made while it is sent; 404 for readers without the right to it. */
export async function downloadAnswer(request: Request, actor: Actor, id: string, make: MakesFile): Promise<Response> {
  const { account, locale, t, format } = await signedIn();
  const reader = { name: `${account.firstName} ${account.lastName}`, locale, t, format };
  const file = await make(await principalOf(actor), id, reader, originOf(request.headers));
  if (!file) return errors(404, [{ code: 'not.found' }], request);
  return download(file);
}
