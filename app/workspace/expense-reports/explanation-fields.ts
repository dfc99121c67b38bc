import type { Translate } from '@/lib/core/language/texts';
import { explanationSchema } from '@/lib/money/expenses/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The field of the form that explains an expense. */
export const explanationFields = (t: Translate): FieldSpec[] =>
  constrained(explanationSchema, [
    {
      name: 'explanation',
      kind: 'textarea',
      rows: 3,
      label: t('expense.explanation'),
      hint: t('expense.explanation.hint')
    }
  ]);
