import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../ui/field-spec';

/** The one field of an upload. */
export const uploadFields = (t: Translate): FieldSpec[] => [
  {
    name: 'file',
    label: t('structure.upload.file'),
    kind: 'file',
    required: true,
    accept: '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    hint: t('structure.upload.file.hint')
  }
];
