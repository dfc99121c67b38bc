import type { Translate } from '@/lib/core/texts';
import { FEED_FIELDS } from '@/lib/feeds/mapping';
import type { FeedPreview } from '@/lib/feeds/preview';
import type { Reason } from '@/lib/feeds/read-row';
import type { Formats } from '../ui/formats';

/** Why a row isn't booked, in the reader's language, with the field that it is about. */
export function reasonText({ code, field, params }: Reason, t: Translate): string {
  const reason = t(`feed.reason.${code}`, params);
  return field ? `${t(`feed.field.${field}`)}: ${reason}` : reason;
}

/** A row of a sample as it is shown: each value under the name of its field. */
export function previewRow(
  { number, shown, reasons, values }: FeedPreview['rows'][number],
  t: Translate,
  format: Formats
) {
  const told: Record<string, string | null> = values
    ? {
        ...values,
        cardHash: null,
        sourceReference: values.reference,
        type: t(`transaction.type.${values.type}`),
        transactionDate: format.date(values.transactionDate),
        postingDate: format.date(values.postingDate)
      }
    : {};
  return {
    number,
    shown,
    faults: reasons.map((reason) => reasonText(reason, t)),
    values: FEED_FIELDS.flatMap((field) => {
      const value = told[field];
      return value ? [{ label: t(`feed.field.${field}`), value }] : [];
    })
  };
}
