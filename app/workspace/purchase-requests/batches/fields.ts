import { type Locale, languageTag } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import { AT_ONCE, folderSchema } from '@/lib/money/batches/folders/change-folder';
import { BATCH_FILES } from '@/lib/money/batches/start-batch';
import { hourOptions } from '../../profile/hours';
import { constrained } from '../../ui/constrained';
import type { FieldSpec } from '../../ui/field-spec';
import { fileRules } from '../../ui/file-rules';

type Setups = readonly { id: string; values: { name: string } }[];

const setupField = (t: Translate, setups: Setups): FieldSpec => ({
  name: 'setup',
  label: t('setup.entity.batch.setup.one'),
  kind: 'select',
  required: true,
  ...(setups.length === 1 && { blank: false as const }),
  options: setups.map(({ id, values }) => ({ value: id, label: values.name }))
});

/** The fields of an upload: how the file is laid out, and the file. */
export const batchFields = (t: Translate, setups: Setups): FieldSpec[] => [
  setupField(t, setups),
  {
    name: 'file',
    label: t('setup.import.file'),
    kind: 'file',
    required: true,
    hint: t('batch.file.hint'),
    file: fileRules(t, BATCH_FILES)
  }
];

/** How the files of a folder are taken. */
export const folderFields = (t: Translate, locale: Locale, setups: Setups): FieldSpec[] =>
  constrained(folderSchema, [
    setupField(t, setups),
    {
      name: 'faulty',
      label: t('batch.folder.faulty'),
      kind: 'select',
      blank: false,
      half: true,
      options: [
        { value: 'none', label: t('batch.folder.faulty.none') },
        { value: 'good', label: t('batch.folder.faulty.good') }
      ]
    },
    {
      name: 'readHour',
      label: t('batch.folder.hour'),
      kind: 'select',
      blank: false,
      half: true,
      hint: t('batch.folder.hour.hint'),
      options: [{ value: AT_ONCE, label: t('batch.folder.at.once') }, ...hourOptions(languageTag(locale))]
    }
  ]);

/** An hour of the day as a language writes it. */
export const hourName = (locale: Locale, hour: number): string =>
  hourOptions(languageTag(locale))[hour]?.label ?? String(hour);
