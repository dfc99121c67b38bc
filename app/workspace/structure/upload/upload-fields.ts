import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';

/** The one field of an upload, which takes a file of so many megabytes. */
export const uploadFields = (t: Translate, megabytes: number): FieldSpec[] => [
  {
    name: 'file',
    label: t('structure.upload.file'),
    kind: 'file',
    required: true,
    file: fileRules(t, ['xlsx'], megabytes * 1024 ** 2),
    hint: t('structure.upload.file.hint')
  }
];
