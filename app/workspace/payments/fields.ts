import type { Translate } from '@/lib/core/language/texts';
import type { OfferedAccount } from '@/lib/directory/structure/offered-accounts';
import type { Balance } from '@/lib/money/payments/balance';
import type { PayDays } from '@/lib/money/payments/cutoff';
import { AMOUNTS, payableSchema } from '@/lib/money/payments/schema';
import type { WalletAccount } from '@/lib/money/wallet/wallet';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import { maskedNumber } from '../wallet/masked-number';

/** What the form of a payment offers. */
export interface PaymentOffer {
  balance: Balance;
  currency: string;
  minimum: string;
  wallet: readonly WalletAccount[];
  /** What a bank account that could pay waits for, if one does: a second person, or its validation. */
  waitsFor: 'person' | 'validation' | null;
  days: PayDays;
}

/** The first question of somebody with several accounts; null: more than a list can offer. */
export function accountFields(t: Translate, offered: readonly OfferedAccount[] | null): FieldSpec[] {
  const named = { name: 'accountId', label: t('payment.for') };
  return constrained(payableSchema, [
    offered
      ? {
          ...named,
          kind: 'select',
          options: offered.map(({ id, name, cardNumber }) => ({ value: id, label: `${name} · ${cardNumber}` }))
        }
      : {
          ...named,
          kind: 'combobox',
          source: '/workspace/transactions/accounts',
          hint: t('transaction.account.hint')
        }
  ]);
}

/** The first step of a payment: how much, from where, and when (C2.035). */
export function paymentFields(t: Translate, format: Formats, offer: PaymentOffer): FieldSpec[] {
  const { balance, currency, minimum, wallet, days } = offer;
  const worth = {
    statement: `${t('payment.statement', { date: format.date(balance.closedOn) })}: ${format.money(balance.statement, currency)}`,
    current: `${t('payment.balance')}: ${format.money(balance.current, currency)}`,
    other: t('payment.pays.other')
  };
  return [
    {
      name: 'pays',
      label: t('payment.pays'),
      kind: 'radio',
      required: true,
      options: AMOUNTS.map((value) => ({
        value,
        label: worth[value],
        // What is too little can't be paid at all.
        disabled: value !== 'other' && Number(balance[value]) < Number(minimum)
      })),
      hint: t('payment.pays.hint', { minimum: format.money(minimum, currency) })
    },
    {
      name: 'amount',
      label: t('payment.amount'),
      kind: 'money',
      currency,
      required: true,
      half: true,
      showWhen: { field: 'pays', equals: 'other' }
    },
    {
      name: 'walletAccountId',
      label: t('payment.from'),
      kind: 'radio',
      required: true,
      options: wallet.map((account) => ({
        value: account.id,
        label: `${account.nickname} · ${maskedNumber(account)}`
      }))
    },
    {
      name: 'payOn',
      label: t('payment.pay.on'),
      kind: 'date',
      required: true,
      half: true,
      min: days.earliest,
      max: days.latest,
      hint: t('payment.pay.on.hint')
    }
  ];
}
