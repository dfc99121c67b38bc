import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../../ui/field-spec';

/** An existing code can be removed; it is never shown. */
export const codeFields = (t: Translate, isSet: boolean): FieldSpec[] => [
  {
    name: 'code',
    label: t('registration.corporate.code.label'),
    kind: 'text',
    maxLength: 10,
    hint: isSet
      ? `${t('registration.corporate.code.hint')} ${t('corporate.code.is.set')}`
      : t('registration.corporate.code.hint'),
    autoComplete: 'off'
  },
  ...(isSet ? [{ name: 'remove', label: t('corporate.code.remove'), kind: 'checkbox' } as const] : [])
];
