import type { Translate } from '@/lib/core/language/texts';
import type { PaymentEntry } from '@/lib/money/payments/schema';
import type { PaymentTerms } from '@/lib/money/payments/terms';
import { creditorName } from '@/lib/money/rails/originators';
import type { NextMandate } from '@/lib/money/wallet/mandates/give-mandate';
import type { WalletAccount } from '@/lib/money/wallet/wallet';
import type { Formats } from '../ui/formats';
import { maskedNumber } from '../wallet/masked-number';

/** The words that the payer agrees to, which the payment keeps: with those of a mandate, if one is given with it. */
export async function authorizationOf(
  { t, format }: { t: Translate; format: Formats },
  { account, from, mandate }: PaymentTerms,
  { amount, payOn }: Pick<PaymentEntry, 'amount' | 'payOn'>
): Promise<string> {
  const words = t(`payment.authorization.${from.scheme}`, {
    amount: format.money(amount, account.currency),
    bank: maskedNumber(from),
    card: account.cardNumber,
    date: format.date(payOn),
    holder: from.holderName
  });
  return mandate ? `${words} ${await mandateWords(t, from, mandate)}` : words;
}

/** The words of a mandate that is given for a bank account. */
export async function mandateWords(
  t: Translate,
  from: WalletAccount,
  { reference, scheme }: NextMandate
): Promise<string> {
  const creditor = (await creditorName(from.issuerId)) ?? t('mandate.authorization.issuer');
  return t(scheme === 'B2B' ? 'mandate.authorization.b2b' : 'mandate.authorization.core', {
    bank: maskedNumber(from),
    creditor,
    reference
  });
}
