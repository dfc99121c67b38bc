import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';

/** The first fields of signing in to another of the user's ids. */
export const otherIdFields = (t: Translate): FieldSpec[] => [
  { name: 'userId', label: t('own.link.user.id'), kind: 'text', required: true, maxLength: 80, autoComplete: 'off' },
  { name: 'password', label: t('own.link.password'), kind: 'password', required: true, autoComplete: 'off' }
];

/** The code that was mailed to the other user id. */
export const codeFields = (t: Translate): FieldSpec[] => [
  { name: 'secret', label: t('otp.label'), kind: 'text', required: true, maxLength: 6, autoComplete: 'one-time-code' }
];

/** The response to the other user id's challenge question. */
export const responseFields = (question: string): FieldSpec[] => [
  { name: 'secret', label: question, kind: 'text', required: true, maxLength: 60, autoComplete: 'off' }
];
