import type { Translate } from '@/lib/core/language/texts';
import { MOST_DAYS_BEFORE, RECURRING_PAYS } from '@/lib/money/payments/recurring/schema';
import type { FieldSpec } from '../../ui/field-spec';
import type { Formats } from '../../ui/formats';
import { maskedNumber } from '../../wallet/masked-number';
import type { PaymentOffer } from '../fields';

/** What of each statement is paid, how many days before it is due, and from where. */
export function recurringFields(
  t: Translate,
  format: Formats,
  dueDays: number,
  { currency, minimum, wallet }: Pick<PaymentOffer, 'currency' | 'minimum' | 'wallet'>
): FieldSpec[] {
  return [
    {
      name: 'pays',
      label: t('payment.pays'),
      kind: 'radio',
      required: true,
      options: RECURRING_PAYS.map((value) => ({
        value,
        label:
          value === 'minimum'
            ? `${t('recurring.pays.minimum')}: ${format.money(minimum, currency)}`
            : t(`recurring.pays.${value}`)
      })),
      hint: t('recurring.pays.hint')
    },
    {
      name: 'amount',
      label: t('payment.amount'),
      kind: 'money',
      currency,
      required: true,
      half: true,
      hint: t('payment.pays.hint', { minimum: format.money(minimum, currency) }),
      showWhen: { field: 'pays', equals: 'fixed' }
    },
    {
      name: 'daysBefore',
      label: t('recurring.days'),
      kind: 'number',
      required: true,
      half: true,
      min: 0,
      max: MOST_DAYS_BEFORE,
      hint: t('recurring.days.hint', { days: dueDays })
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
    }
  ];
}
