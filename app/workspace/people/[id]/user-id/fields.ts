import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../../ui/field-spec';

export const userIdFields = (t: Translate): FieldSpec[] => [
  {
    name: 'userId',
    label: t('user.id.new'),
    kind: 'text',
    required: true,
    maxLength: 80,
    hint: t('user.id.rule'),
    autoComplete: 'off'
  }
];
