import type { UploadKind } from '@/lib/core/files/uploads';
import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../ui/field-spec';
import { fileRules } from '../ui/file-rules';

/** The kinds of files that set-up records are imported from. */
export const IMPORT_KINDS: readonly UploadKind[] = ['csv', 'xlsx'];

/** The one field of an import. */
export const importFields = (t: Translate): FieldSpec[] => [
  {
    name: 'file',
    label: t('setup.import.file'),
    kind: 'file',
    file: fileRules(t, IMPORT_KINDS),
    required: true,
    hint: t('setup.import.hint')
  }
];
