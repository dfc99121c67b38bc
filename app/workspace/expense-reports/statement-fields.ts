import type { Translate } from '@/lib/core/language/texts';
import { MISSING_RECEIPT_REASONS, missingReceiptSchema } from '@/lib/money/expenses/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of the statement that an expense has no receipt. */
export const statementFields = (t: Translate): FieldSpec[] =>
  constrained(missingReceiptSchema, [
    {
      name: 'reason',
      kind: 'radio',
      label: t('expense.statement.reason'),
      options: MISSING_RECEIPT_REASONS.map((value) => ({ value, label: t(`expense.statement.reason.${value}`) }))
    },
    {
      name: 'note',
      kind: 'textarea',
      rows: 3,
      label: t('expense.statement.note'),
      hint: t('expense.explanation.hint')
    },
    { name: 'asked', kind: 'checkbox', label: t('expense.statement.asked') }
  ]);
