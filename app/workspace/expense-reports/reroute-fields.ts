import type { Translate } from '@/lib/core/language/texts';
import { rerouteSchema } from '@/lib/money/expenses/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of a reroute: one person, and why. */
export const rerouteFields = (t: Translate, reportId: string): FieldSpec[] =>
  constrained(rerouteSchema, [
    {
      name: 'approver',
      label: t('expense.reroute.to'),
      kind: 'combobox',
      placeholder: t('form.type.name'),
      source: `/workspace/expense-reports/people?report=${reportId}`
    },
    { name: 'reason', label: t('expense.report.comment'), kind: 'text' }
  ]);
