import type { Translate } from '@/lib/core/language/texts';
import { personalSchema } from '@/lib/money/expenses/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The field of the form that marks a charge as personal. */
export const personalFields = (t: Translate, currency: string): FieldSpec[] =>
  constrained(personalSchema, [
    {
      name: 'amount',
      kind: 'money',
      currency,
      label: t('expense.personal.amount'),
      hint: t('expense.personal.amount.hint')
    }
  ]);
