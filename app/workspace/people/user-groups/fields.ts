import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';
import { namedFields } from '../owner-field';

export const userGroupFields = (t: Translate): FieldSpec[] => [
  ...namedFields(t),
  {
    name: 'members',
    label: t('user.group.members'),
    kind: 'textarea',
    required: true,
    rows: 8,
    hint: t('user.group.members.hint')
  }
];
