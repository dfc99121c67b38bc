import type { Translate } from '@/lib/core/language/texts';
import type { PaymentEntry } from '@/lib/money/payments/schema';
import type { PaymentTerms } from '@/lib/money/payments/terms';
import type { Formats } from '../ui/formats';
import { maskedNumber } from '../wallet/masked-number';

/** The words that the payer agrees to, which the payment keeps. */
export const authorizationOf = (
  { t, format }: { t: Translate; format: Formats },
  { account, from }: PaymentTerms,
  { amount, payOn }: Pick<PaymentEntry, 'amount' | 'payOn'>
): string =>
  t(`payment.authorization.${from.scheme}`, {
    amount: format.money(amount, account.currency),
    bank: maskedNumber(from),
    card: account.cardNumber,
    date: format.date(payOn),
    holder: from.holderName
  });
