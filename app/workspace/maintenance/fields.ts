import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../ui/field-spec';

export const maintenanceFields = (t: Translate): FieldSpec[] => [
  { name: 'minutes', label: t('maintenance.minutes'), kind: 'number', required: true, min: 1, max: 2_880, half: true }
];
