import type { Translate } from '@/lib/core/language/texts';
import type { TypeToChoose } from '@/lib/money/expense-policies/types-to-choose';
import { ownMoneySchema } from '@/lib/money/expenses/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import { detailFields } from './detail-fields';
import { typeOptions } from './type-options';

/** The fields of an expense that was paid from one's own money. */
export const ownFields = (
  t: Translate,
  types: readonly TypeToChoose[],
  currency: string,
  recent: readonly string[] = []
): FieldSpec[] => [
  ...constrained(ownMoneySchema, [
    { name: 'spentOn', label: t('transaction.date.paid'), kind: 'date', half: true },
    { name: 'amount', label: t('transaction.amount.paid'), kind: 'money', currency, half: true },
    { name: 'merchant', label: t('transaction.merchant'), kind: 'text', half: true },
    { name: 'expenseTypeId', label: t('expense.own.type'), kind: 'select', options: typeOptions(types), half: true }
  ]),
  ...detailFields(t, types, currency, recent),
  ...constrained(ownMoneySchema, [
    { name: 'description', label: t('expense.own.description'), kind: 'textarea', rows: 2 }
  ])
];
