import type { Translate } from '@/lib/core/language/texts';
import { snoozeSchema } from '@/lib/money/alerts/snooze';
import { constrained } from '../ui/constrained';
import type { FieldSpec } from '../ui/field-spec';

/** The field of the day until which an alert is snoozed. */
export const snoozeFields = (t: Translate, today: string): FieldSpec[] =>
  constrained(snoozeSchema(today), [
    { name: 'until', label: t('alert.snooze.until'), hint: t('alert.snooze.hint'), kind: 'date', half: true }
  ]);
