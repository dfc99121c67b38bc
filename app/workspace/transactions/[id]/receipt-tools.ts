import { may } from '@/lib/access/policy/principal';
import type { ReceiptTools } from '../../attachments/own-receipts';
import { type Reader, shownReceipts } from '../../receipts/shown';
import { detachHere, matchHere } from './receipt-actions';

/** What matches the reader's receipts to a transaction; undefined if the reader has no box of receipts. */
export async function receiptTools(reader: Reader, transactionId: string): Promise<ReceiptTools | undefined> {
  const { principal, t } = reader;
  if (!may(principal, 'receipts', 'modify')) return undefined;
  return {
    shown: await shownReceipts(reader, transactionId),
    match: matchHere,
    detach: detachHere,
    texts: {
      detach: t('receipt.detach'),
      detached: t('receipt.detached', { name: '{name}' }),
      heading: t('receipt.from.box'),
      match: t('receipt.match')
    }
  };
}
