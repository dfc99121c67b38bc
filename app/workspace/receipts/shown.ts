import type { Principal } from '@/lib/access/policy/principal';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { receiptBox } from '@/lib/money/receipts/box';
import { ownReceiptsOn } from '@/lib/money/receipts/on-charge';
import type { SameFile } from '@/lib/money/receipts/same-files';
import { receiptSchema } from '@/lib/money/receipts/schema';
import { type Pictured, picturedOf } from '../attachments/pictured';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import type { PictureTexts } from './large-picture';

export interface Reader {
  principal: Principal;
  locale: Locale;
  t: Translate;
  format: Formats;
}

/** A receipt of the box beside a transaction. */
export interface ShownBoxed extends Pictured {
  id: string;
  day: string;
}

/** The reader's receipts beside a transaction: those on it, by the id of their attachment, and those in the box. */
export interface ShownReceipts {
  own: Record<string, string>;
  box: ShownBoxed[];
}

/** The reader's receipts beside a transaction. */
export async function shownReceipts({ principal, format }: Reader, transactionId: string): Promise<ShownReceipts> {
  const [own, box] = await Promise.all([ownReceiptsOn(principal, transactionId), receiptBox(principal)]);
  return {
    own: Object.fromEntries(own),
    box: box.map((receipt) => ({
      ...picturedOf({ entity: 'receipt', id: receipt.id }, receipt.file),
      id: receipt.id,
      day: format.date(receipt.takenOn)
    }))
  };
}

/** Where the same file is too, or another picture of the same receipt, in a sentence. */
export function sameSentence({ t, format }: Pick<Reader, 't' | 'format'>, same: SameFile): string {
  if (same.on === 'charge')
    return t(same.isLike ? 'receipt.like.charge' : 'receipt.same.charge', {
      merchant: same.charge.merchantName ?? t('transaction.one'),
      date: format.date(same.charge.transactionDate)
    });
  if (same.isLike) return t(same.on === 'box' ? 'receipt.like.box' : 'receipt.like.elsewhere');
  return t('receipt.same.elsewhere');
}

/** The fields that say what is on a receipt. */
export const receiptFields = (t: Translate): FieldSpec[] =>
  constrained(receiptSchema, [
    { name: 'takenOn', label: t('receipt.taken.on'), kind: 'date', half: true },
    { name: 'amount', label: t('receipt.amount'), kind: 'money', half: true }
  ]);

export const pictureTexts = (t: Translate): PictureTexts => ({
  view: t('receipt.view', { name: '{name}' }),
  close: t('receipt.close'),
  rotate: t('receipt.rotate'),
  larger: t('receipt.larger'),
  smaller: t('receipt.smaller'),
  page: t('receipt.page', { page: '{page}', pages: '{pages}' }),
  nextPage: t('listing.page.next'),
  previousPage: t('listing.page.previous')
});
