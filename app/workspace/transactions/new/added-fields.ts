import type { Translate } from '@/lib/core/language/texts';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { countryOptions } from '../../country-options';
import { currencyOptions } from '../../structure/node-fields';
import { constrained } from '../../ui/constrained';
import type { FieldOption, FieldSpec } from '../../ui/field-spec';

/** The accounts and tax codes for a user who adds a transaction. */
export interface Offered {
  /** The user's own, if they are few; null: use a search field. */
  accounts: FieldOption[] | null;
  /** The label of the initial account. */
  accountLabel?: string;
  taxCodes: FieldOption[];
}

/** The fields of an added transaction (C2.017). */
export function addedFields(t: Translate, tag: string, { accounts, accountLabel, taxCodes }: Offered): FieldSpec[] {
  return constrained(addedTransactionSchema, [
    accounts
      ? { name: 'accountId', label: t('transaction.account'), kind: 'select', options: accounts }
      : {
          name: 'accountId',
          label: t('transaction.account'),
          kind: 'combobox',
          source: '/workspace/transactions/accounts',
          valueLabel: accountLabel,
          hint: t('transaction.account.hint')
        },
    { name: 'transactionDate', label: t('transaction.date.paid'), kind: 'date', half: true },
    { name: 'purpose', label: t('transaction.purpose'), kind: 'text' },
    { name: 'merchantName', label: t('transaction.merchant'), kind: 'text' },
    { name: 'merchantCity', label: t('transaction.merchant.city'), kind: 'text', half: true },
    {
      name: 'merchantCountry',
      label: t('transaction.merchant.country'),
      kind: 'select',
      options: countryOptions(tag),
      half: true
    },
    { name: 'amount', label: t('transaction.amount.paid'), kind: 'money', half: true },
    {
      name: 'currency',
      label: t('currency'),
      kind: 'select',
      options: currencyOptions(tag),
      half: true
    },
    {
      name: 'conversionRate',
      label: t('transaction.conversion.rate'),
      kind: 'decimal',
      half: true,
      hint: t('transaction.conversion.rate.hint')
    },
    ...(taxCodes.length === 0
      ? []
      : [
          {
            name: 'taxAmount',
            label: t('transaction.tax'),
            kind: 'money' as const,
            half: true,
            hint: t('transaction.tax.hint')
          },
          { name: 'taxCode', label: t('transaction.tax.code'), kind: 'select' as const, options: taxCodes, half: true }
        ])
  ]);
}
