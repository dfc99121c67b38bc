import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../ui/field-spec';
import { fileRules } from '../ui/file-rules';

/** The fields of an upload: by which mapping it is read, and the file, of any type and so many megabytes. */
export const uploadFields = (
  t: Translate,
  mappings: readonly { id: string; name: string }[],
  megabytes: number
): FieldSpec[] => [
  {
    name: 'mapping',
    label: t('feed.mapping'),
    kind: 'select',
    required: true,
    options: mappings.map(({ id, name }) => ({ value: id, label: name }))
  },
  {
    name: 'file',
    label: t('feed.file'),
    kind: 'file',
    required: true,
    hint: t('feed.file.hint', { megabytes }),
    file: fileRules(t, null, megabytes * 1024 ** 2)
  }
];
