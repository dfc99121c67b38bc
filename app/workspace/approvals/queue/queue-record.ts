import { DAY_MILLIS } from '@/lib/core/calendar/days';
import { merchantCategoryName } from '@/lib/core/entry/merchant-category-names';
import type { Translate } from '@/lib/core/language/texts';
import { valueKey } from '@/lib/money/allocation/value-key';
import type { Word } from '@/lib/money/reading/words';
import type { WaitingTransaction } from '@/lib/money/transactions/approval-queue';
import { type Pictured, picturedOf } from '../../attachments/pictured';
import { type ShownEvidence, shownEvidence } from '../../receipts/shown-evidence';
import { transactionAddress } from '../../transactions/transaction-address';
import type { Formats } from '../../ui/formats';

/** A transaction of the queue, in the reader's language. */
export interface QueueRecord {
  id: string;
  version: number;
  /** The address of its page. */
  href: string;
  name: string;
  categoryCode: string | null;
  category: string | null;
  amount: string;
  /** The amount in the currency of the purchase, if it is another. */
  foreign: string | null;
  person: string;
  card: string;
  day: string;
  /** How long it has waited. */
  age: string;
  flags: { tone: 'warning' | 'info'; text: string }[];
  receipts: { id: string; pictured: Pictured; evidence: ShownEvidence | null }[];
  parts: { share: string | null; codes: string[]; description: string | null }[];
  facts: { label: string; value: string | null }[];
  comment: { by: string; text: string; more: string | null } | null;
  /** The reason of the last sending back. */
  returned: string | null;
  /** For whom it is approved. */
  behalf: string | null;
}

interface Reader {
  t: Translate;
  format: Formats;
}

/**
 * A waiting transaction as the queue shows it.
 * @param readings the words of its attachments, by their ids
 * @param at the time of the request, for its age
 */
export function queueRecord(
  waiting: WaitingTransaction,
  readings: ReadonlyMap<string, readonly Word[]>,
  { t, format }: Reader,
  at: Date
): QueueRecord {
  const { transaction, reviewedAt, reviewedBy, monthTotal, returned, behalf, comment, attachments } = waiting;
  const { id, version, merchantCategoryCode: code, billedCurrency, currency } = transaction;
  const days = reviewedAt ? Math.max(0, Math.floor((at.getTime() - reviewedAt.getTime()) / DAY_MILLIS)) : 0;
  return {
    id,
    version,
    href: transactionAddress(id),
    name: transaction.merchantName ?? t(`transaction.type.${transaction.type}`),
    categoryCode: code,
    category: merchantCategoryName(t, code) ?? code,
    amount: format.money(transaction.billedAmount, billedCurrency),
    foreign: currency === billedCurrency ? null : format.money(transaction.amount, currency),
    person: transaction.accountName,
    card: transaction.cardNumber,
    day: format.date(transaction.transactionDate),
    age: t('approval.queue.age', { days }),
    flags: flagsOf(waiting, t),
    receipts: attachments.map((file) => ({
      id: file.id,
      pictured: picturedOf({ entity: 'transaction', id }, file),
      evidence: shownEvidence(t, readings.get(file.id), transaction)
    })),
    parts: partsOf(waiting, format),
    facts: [
      { label: t('transaction.purpose'), value: transaction.purpose },
      { label: t('transaction.account'), value: `${transaction.accountName} ${transaction.cardNumber}` },
      {
        label: t('approval.queue.month', { month: format.month(transaction.postingDate) }),
        value: format.money(monthTotal, billedCurrency)
      },
      {
        label: t('approval.queue.reviewed'),
        value: [reviewedBy, reviewedAt && format.dateTime(reviewedAt)].filter(Boolean).join(' · ')
      },
      {
        label: t('transaction.merchant.place'),
        value: [transaction.merchantCity, transaction.merchantCountry].filter(Boolean).join(', ')
      }
    ],
    comment: comment && {
      by: [comment.by, format.dateTime(comment.writtenAt)].filter(Boolean).join(' · '),
      text: comment.text,
      more: comment.count > 1 ? t('approval.queue.comments', { count: comment.count - 1 }) : null
    },
    returned,
    behalf: behalf && t('transaction.approve.behalf', { name: behalf })
  };
}

function flagsOf({ transaction, attachments, duplicates, returned }: WaitingTransaction, t: Translate) {
  const flags: QueueRecord['flags'] = [];
  if (attachments.length === 0) flags.push({ tone: 'warning', text: t('transaction.tab.no.receipt') });
  if (duplicates.length > 0) flags.push({ tone: 'warning', text: t('transaction.duplicate.badge') });
  if (transaction.addedBy) flags.push({ tone: 'info', text: t('approval.queue.added') });
  if (returned !== null) flags.push({ tone: 'info', text: t('approval.queue.returned') });
  return flags;
}

/** The parts of its cost: share, and each code by the name of its value. */
function partsOf({ transaction, scheme, allocations, values }: WaitingTransaction, format: Formats) {
  return allocations.map(({ amount, codes, description }) => ({
    share: allocations.length > 1 ? format.money(amount, transaction.billedCurrency) : null,
    codes: (scheme?.codes ?? []).flatMap(({ id, name }) => {
      const code = codes[id];
      if (!code) return [];
      const value = values.get(valueKey(id, code));
      return [`${name}: ${[code, value?.name !== code && value?.name].filter(Boolean).join(' ')}`];
    }),
    description
  }));
}
