import type { Translate } from '@/lib/core/language/texts';
import { advanceSchema } from '@/lib/money/expenses/advances/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of a cash advance. */
export const advanceFields = (t: Translate): FieldSpec[] =>
  constrained(advanceSchema, [
    {
      name: 'person',
      label: t('advance.owner'),
      kind: 'combobox',
      placeholder: t('form.type.name'),
      source: '/workspace/cash-advances/people'
    },
    { name: 'paidOn', label: t('transaction.date.paid'), kind: 'date', half: true },
    { name: 'amount', label: t('advance.amount'), kind: 'money', hint: t('advance.amount.hint'), half: true },
    { name: 'purpose', label: t('transaction.purpose'), kind: 'text' }
  ]);
