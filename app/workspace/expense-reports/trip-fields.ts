import type { Translate } from '@/lib/core/language/texts';
import { typesOfCategory } from '@/lib/money/expense-policies/types-of-category';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { tripSchema } from '@/lib/money/expenses/trip-schema';
import { mileageRates } from '@/lib/money/mileage/rates';
import { type MileageRate, vehiclesOf } from '@/lib/money/mileage/trip-amount';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';
import type { Formats } from '../ui/formats';
import { typeOptions } from './type-options';

/** A company's rates in the currency of a report, and its expense types for mileage. */
interface TripOffer {
  rates: MileageRate[];
  types: { id: string; name: string }[];
}

/** What the company of a report offers for trips. */
export async function tripOffer(
  report: Pick<ExpenseReport, 'issuerId' | 'companyId' | 'currency'>
): Promise<TripOffer> {
  const [rates, types] = await Promise.all([mileageRates(report), typesOfCategory('mileage', report)]);
  return { rates, types };
}

interface Reader {
  t: Translate;
  format: Formats;
}

/** The fields of a trip. What leaves no choice, or makes no difference, isn't asked. */
export function tripFields({ t, format }: Reader, { rates, types }: TripOffer): FieldSpec[] {
  const units = [...new Set(rates.map(({ unit }) => unit))].map(format.distanceUnit).join(' / ');
  const isPaidForPassengers = rates.some(({ perPassenger }) => Number(perPassenger) > 0);
  const half = true as const;
  return constrained(tripSchema, [
    { name: 'spentOn', label: t('mileage.day'), kind: 'date', half },
    {
      name: 'vehicle',
      label: t('mileage.vehicle'),
      kind: 'select',
      half,
      options: vehiclesOf(rates).map((name) => ({ value: name, label: name }))
    },
    { name: 'route', label: t('mileage.route'), hint: t('mileage.route.hint'), kind: 'text' },
    {
      name: 'measure',
      label: t('mileage.measure'),
      kind: 'radio',
      inRow: true,
      options: [
        { value: 'distance', label: t('mileage.distance') },
        { value: 'odometer', label: t('mileage.odometer') }
      ]
    },
    {
      name: 'distance',
      label: `${t('mileage.distance')} (${units})`,
      kind: 'decimal',
      required: true,
      half,
      showWhen: { field: 'measure', equals: 'distance' }
    },
    ...(['odometerStart', 'odometerEnd'] as const).map(
      (name): FieldSpec => ({
        name,
        kind: 'decimal',
        required: true,
        half,
        label: t(name === 'odometerStart' ? 'mileage.odometer.start' : 'mileage.odometer.end'),
        showWhen: { field: 'measure', equals: 'odometer' }
      })
    ),
    ...(isPaidForPassengers
      ? [{ name: 'passengers', label: t('mileage.passengers'), kind: 'number', half } satisfies FieldSpec]
      : []),
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
    { name: 'description', label: t('transaction.purpose'), kind: 'textarea', rows: 2 }
  ]);
}
