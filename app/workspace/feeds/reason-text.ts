import type { Translate } from '@/lib/core/language/texts';
import type { Reason } from '@/lib/money/feeds/row';

/** Why a row isn't booked, in the reader's language, with the field that it is about. */
export function reasonText({ code, field, params }: Reason, t: Translate): string {
  const reason = t(`feed.reason.${code}`, params);
  return field ? `${t(`feed.field.${field}`)}: ${reason}` : reason;
}
