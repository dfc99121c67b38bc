import type { Translate } from '@/lib/core/language/texts';
import { FEED_FIELDS } from '@/lib/money/feeds/mapping';
import type { FeedPreview } from '@/lib/money/feeds/preview';
import type { Formats } from '../../ui/formats';
import { reasonText } from '../reason-text';

/** A previewed row of a sample: each value under the name of its field. */
export function previewRow(
  { number, shown, reasons, values }: FeedPreview['rows'][number],
  t: Translate,
  format: Formats
) {
  const money = (amount: string, currency: string | null) =>
    // Formatted within the precision of currencies, else shown unchanged.
    currency && amount.endsWith('00') ? format.money(amount, currency) : amount;
  const texts: Record<string, string | null> = values
    ? {
        ...values,
        cardHash: null,
        // There is no rate between a currency and itself.
        conversionRate: values.currency === values.billedCurrency ? null : values.conversionRate,
        amount: money(values.amount, values.currency),
        billedAmount: money(values.billedAmount, values.billedCurrency),
        taxAmount: values.taxAmount && money(values.taxAmount, values.billedCurrency),
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
      const value = texts[field];
      return value ? [{ label: t(`feed.field.${field}`), value }] : [];
    })
  };
}
