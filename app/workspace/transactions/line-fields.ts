import type { Translate } from '@/lib/core/language/texts';
import { lineSchema } from '@/lib/money/transactions/schema';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of a line of goods or services. */
export const lineFields = (t: Translate, currency: string): FieldSpec[] =>
  constrained(lineSchema, [
    { name: 'description', label: t('lines.description'), kind: 'text' },
    { name: 'quantity', label: t('lines.quantity'), kind: 'decimal', half: true },
    { name: 'unitOfMeasure', label: t('lines.unit.of.measure'), kind: 'text', half: true },
    { name: 'unitCost', label: t('lines.unit.cost'), kind: 'money', currency, half: true },
    { name: 'taxAmount', label: t('lines.tax'), kind: 'money', currency, half: true },
    { name: 'productCode', label: t('lines.product.code'), kind: 'text', half: true }
  ]);
