import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';

/** The one field of a check: the file that was exported. */
export const checkFields = (t: Translate): FieldSpec[] => [
  {
    name: 'file',
    label: t('audit.check.file'),
    kind: 'file',
    required: true,
    hint: t('audit.check.hint'),
    file: fileRules(t, ['csv'])
  }
];
