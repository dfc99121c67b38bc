import { maintenanceSchema } from '@/lib/access/maintenance/maintenance';
import type { Translate } from '@/lib/core/language/texts';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

export const maintenanceFields = (t: Translate): FieldSpec[] =>
  constrained(maintenanceSchema, [{ name: 'minutes', label: t('maintenance.minutes'), kind: 'number', half: true }]);
