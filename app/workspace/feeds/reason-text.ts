import type { Translate } from '@/lib/core/language/texts';
import type { Reason } from '@/lib/money/feeds/row';

/** The reason a row isn't booked, with its field, in the reader's language. */
export function reasonText({ code, field, params }: Reason, t: Translate): string {
  const reason = t(`feed.reason.${code}`, params);
  return field ? `${t(`feed.field.${field}`)}: ${reason}` : reason;
}
