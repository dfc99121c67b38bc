import type { Translate } from '@/lib/core/texts';
import type { FieldSpec } from '../../ui/field-spec';

/** What proves that another user id is one's own too. */
export const confirmFields = (t: Translate): FieldSpec[] => [
  { name: 'userId', label: t('own.link.user.id'), kind: 'text', required: true, maxLength: 80, autoComplete: 'off' },
  { name: 'password', label: t('own.link.password'), kind: 'password', required: true, autoComplete: 'off' }
];
