import type { Translate } from '@/lib/core/language/texts';
import { type AllowanceRate, destinationsOf, MEALS } from '@/lib/money/allowances/allowance-days';
import { allowanceRates } from '@/lib/money/allowances/rates';
import { typesOfCategory } from '@/lib/money/expense-policies/types-of-category';
import { allowanceSchema } from '@/lib/money/expenses/allowance-schema';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import { typeOptions } from './type-options';

/** A company's rates in the currency of a report, and its expense types for day allowances. */
interface AllowanceOffer {
  rates: AllowanceRate[];
  types: { id: string; name: string }[];
}

/** What the company of a report offers for day allowances. */
export async function allowanceOffer(report: ExpenseReport): Promise<AllowanceOffer> {
  const [rates, types] = await Promise.all([allowanceRates(report), typesOfCategory('allowance', report)]);
  return { rates, types };
}

interface Reader {
  t: Translate;
  format: Formats;
}

/** The fields of an allowance; `days`: those of its trip, for which meals can be ticked. */
export function allowanceFields(
  { t, format }: Reader,
  { rates, types }: AllowanceOffer,
  days: readonly string[]
): FieldSpec[] {
  const half = true as const;
  return constrained(allowanceSchema, [
    {
      name: 'destination',
      label: t('allowance.destination'),
      kind: 'select',
      half,
      options: destinationsOf(rates).map((name) => ({ value: name, label: name }))
    },
    ...(types.length > 1
      ? [
          {
            name: 'expenseTypeId',
            label: t('expense.own.type'),
            kind: 'select',
            half,
            options: typeOptions(types)
          } satisfies FieldSpec
        ]
      : []),
    { name: 'firstDay', label: t('allowance.first.day'), kind: 'date', half },
    { name: 'departure', label: t('allowance.departure'), kind: 'time', half },
    { name: 'lastDay', label: t('allowance.last.day'), kind: 'date', half },
    { name: 'arrival', label: t('allowance.arrival'), kind: 'time', half },
    { name: 'description', label: t('transaction.purpose'), kind: 'textarea', rows: 2 },
    ...(days.length > 0
      ? MEALS.map(
          (meal): FieldSpec => ({
            name: meal,
            label: t(`allowance.${meal}`),
            kind: 'multi-select',
            inRow: true,
            group: t('allowance.meals'),
            options: days.map((day) => ({ value: day, label: format.date(day) }))
          })
        )
      : [])
  ]);
}
