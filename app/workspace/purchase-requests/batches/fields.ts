import type { Translate } from '@/lib/core/language/texts';
import { BATCH_FILES } from '@/lib/money/batches/start-batch';
import type { FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';

/** The fields of an upload: how the file is laid out, and the file. */
export const batchFields = (t: Translate, setups: readonly { id: string; values: { name: string } }[]): FieldSpec[] => [
  {
    ...{ name: 'setup', label: t('setup.entity.batch.setup.one'), kind: 'select', required: true },
    ...(setups.length === 1 && { blank: false as const }),
    options: setups.map(({ id, values }) => ({ value: id, label: values.name }))
  },
  {
    ...{ name: 'file', label: t('setup.import.file'), kind: 'file', required: true },
    hint: t('batch.file.hint'),
    file: fileRules(t, BATCH_FILES)
  }
];
