import { merchantCategoryName } from '@/lib/core/entry/merchant-category-names';
import type { Translate } from '@/lib/core/language/texts';
import type { ShownTransaction } from '@/lib/money/transactions/transactions';
import type { Formats } from '../../ui/formats';

/** The card scheme's facts of a transaction, as text. */
export function factsOf(
  transaction: ShownTransaction,
  t: Translate,
  format: Formats
): { label: string; value: string | null }[] {
  const { currency, billedCurrency, conversionRate, merchantCategoryCode, taxAmount, taxCode } = transaction;
  const category = merchantCategoryName(t, merchantCategoryCode);
  return [
    { label: t('transaction.account'), value: `${transaction.accountName} ${transaction.cardNumber}` },
    { label: t('transaction.type'), value: t(`transaction.type.${transaction.type}`) },
    { label: t('transaction.date'), value: format.date(transaction.transactionDate) },
    { label: t('transaction.posting.date'), value: format.date(transaction.postingDate) },
    { label: t('transaction.billed.amount'), value: format.money(transaction.billedAmount, billedCurrency) },
    ...(currency === billedCurrency
      ? []
      : [
          { label: t('transaction.amount'), value: format.money(transaction.amount, currency) },
          { label: t('transaction.conversion.rate'), value: format.number(Number(conversionRate)) }
        ]),
    {
      label: t('transaction.tax'),
      value: taxAmount && [format.money(taxAmount, billedCurrency), taxCode].filter(Boolean).join(' · ')
    },
    { label: t('transaction.merchant'), value: transaction.merchantName },
    {
      label: t('transaction.merchant.place'),
      value: [transaction.merchantCity, transaction.merchantRegion, transaction.merchantCountry]
        .filter(Boolean)
        .join(', ')
    },
    {
      label: t('transaction.merchant.category'),
      value: [merchantCategoryCode, category].filter(Boolean).join(' – ')
    },
    { label: t('transaction.merchant.id'), value: transaction.merchantId },
    { label: t('transaction.source.reference'), value: transaction.sourceReference }
  ].filter(({ value }) => value);
}
