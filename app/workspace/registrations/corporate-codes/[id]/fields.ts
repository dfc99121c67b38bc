import type { Translate } from '@/lib/core/texts';
import type { FieldSpec } from '../../../ui/field-spec';

export const codeFields = (t: Translate): FieldSpec[] => [
  {
    name: 'code',
    label: t('registration.corporate.code.label'),
    kind: 'text',
    maxLength: 10,
    hint: t('registration.corporate.code.hint'),
    autoComplete: 'off'
  }
];
