import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../ui/field-spec';

/** The fields of a line of goods or services. */
export const lineFields = (t: Translate, currency: string): FieldSpec[] => [
  { name: 'description', label: t('lines.description'), kind: 'text', required: true, maxLength: 255 },
  { name: 'quantity', label: t('lines.quantity'), kind: 'decimal', required: true, half: true },
  { name: 'unitOfMeasure', label: t('lines.unit.of.measure'), kind: 'text', maxLength: 12, half: true },
  { name: 'unitCost', label: t('lines.unit.cost'), kind: 'money', currency, required: true, half: true },
  { name: 'taxAmount', label: t('lines.tax'), kind: 'money', currency, half: true },
  { name: 'productCode', label: t('lines.product.code'), kind: 'text', maxLength: 40, half: true }
];
