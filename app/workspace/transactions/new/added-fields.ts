import type { Translate } from '@/lib/core/language/texts';
import { ATTACHMENT_KINDS } from '@/lib/kit/attachments/attached-name';
import { addedTransactionSchema } from '@/lib/money/transactions/schema';
import { countryOptions } from '../../country-options';
import { currencyOptions } from '../../structure/node-fields';
import { constrained } from '../../ui/constrained';
import type { FieldOption, FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';

/** The accounts and tax codes for a user who adds a transaction. */
export interface Offered {
  /** The user's own, if they are few; null: use a search field. */
  accounts: FieldOption[] | null;
  /** The label of the initial account. */
  accountLabel?: string;
  /** The currency of all of the user's accounts: only another one is converted; null: they differ, or are many. */
  ownCurrency: string | null;
  taxCodes: FieldOption[];
}

/** The fields of an added transaction (C2.017). */
export function addedFields(
  t: Translate,
  tag: string,
  { accounts, accountLabel, ownCurrency, taxCodes }: Offered
): FieldSpec[] {
  const currencies = currencyOptions(tag);
  return constrained(addedTransactionSchema, [
    accountField(t, accounts, accountLabel),
    { name: 'merchantName', label: t('transaction.merchant'), kind: 'text' },
    { name: 'amount', label: t('transaction.amount.paid'), kind: 'money', half: true },
    { name: 'currency', label: t('currency'), kind: 'select', options: currencies, half: true },
    {
      name: 'conversionRate',
      label: t('transaction.conversion.rate'),
      kind: 'decimal',
      half: true,
      hint: t('transaction.conversion.rate.hint'),
      ...(ownCurrency && { showWhen: { field: 'currency', equals: others(currencies, ownCurrency) } })
    },
    { name: 'transactionDate', label: t('transaction.date.paid'), kind: 'date', half: true },
    { name: 'purpose', label: t('transaction.purpose'), kind: 'text' },
    {
      name: 'receipt',
      label: t('transaction.receipt'),
      kind: 'file',
      file: { ...fileRules(t, ATTACHMENT_KINDS), shrinks: true }
    },
    { name: 'merchantCity', label: t('transaction.merchant.city'), kind: 'text', half: true },
    {
      name: 'merchantCountry',
      label: t('transaction.merchant.country'),
      kind: 'select',
      options: countryOptions(tag),
      half: true
    },
    ...(taxCodes.length === 0 ? [] : taxFields(t, taxCodes))
  ]);
}

/** The field of the account: a choice of a few, else a search. */
const accountField = (t: Translate, accounts: FieldOption[] | null, valueLabel: string | undefined): FieldSpec => ({
  name: 'accountId',
  label: t('transaction.account'),
  ...(accounts
    ? { kind: 'select', options: accounts }
    : {
        kind: 'combobox',
        source: '/workspace/transactions/accounts',
        valueLabel,
        hint: t('transaction.account.hint')
      })
});

const taxFields = (t: Translate, taxCodes: FieldOption[]): FieldSpec[] => [
  { name: 'taxAmount', label: t('transaction.tax'), kind: 'money', half: true, hint: t('transaction.tax.hint') },
  { name: 'taxCode', label: t('transaction.tax.code'), kind: 'select', options: taxCodes, half: true }
];

const others = (options: readonly FieldOption[], own: string) =>
  options.map(({ value }) => value).filter((value) => value !== own);
