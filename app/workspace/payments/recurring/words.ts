import type { Translate } from '@/lib/core/language/texts';
import type { NextPayment } from '@/lib/money/payments/recurring/next-payment';
import type { Formats } from '../../ui/formats';

/** What is paid next, and when. */
export const nextWords = (
  { t, format }: { t: Translate; format: Formats },
  { currency }: { currency: string },
  next: NextPayment | null
): string => (next ? `${format.money(next.amount, currency)} · ${format.date(next.payOn)}` : t('recurring.next.later'));
