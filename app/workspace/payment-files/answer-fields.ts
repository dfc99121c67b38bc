import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../ui/field-spec';
import { fileRules } from '../ui/file-rules';

/** The one field of an upload: the file that the bank answered with. */
export const answerFields = (t: Translate): FieldSpec[] => [
  {
    name: 'file',
    label: t('payment.answer.file'),
    kind: 'file',
    required: true,
    hint: t('payment.answer.hint'),
    file: fileRules(t, null)
  }
];
