import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { Notice } from '../ui/notice';

/** The message for the `refused` parameter of the address; unknown codes give none. */
export function RefusedNotice({
  query: { refused },
  codes,
  t
}: {
  query: Record<string, string | string[] | undefined>;
  codes: readonly TextKey[];
  t: Translate;
}) {
  const code = codes.find((each) => each === refused);
  return code ? <Notice kind="problem">{t(code)}</Notice> : null;
}
