import type { TextKey } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import { Notice } from '../ui/notice';

/** What a page says of a step that was refused, by the `refused` parameter of its address; codes that it doesn't know say nothing. */
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
