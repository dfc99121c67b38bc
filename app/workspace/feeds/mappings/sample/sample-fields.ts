import type { Translate } from '@/lib/core/language/texts';
import type { FieldSpec } from '../../../ui/field-spec';
import { fileRules } from '../../../ui/file-rules';
import { mappingFields } from '../mapping-fields';

/** What a person says of a mapping beside its columns; everything else is seen in the file, or comes later. */
const SAID = new Set(['name', 'account', 'dateFormat', 'decimalMark', 'negative', 'currency']);

/** The fields of a mapping that its sample can't tell for certain. */
export const saidFields = (t: Translate): FieldSpec[] =>
  mappingFields(t)
    .filter(({ name }) => SAID.has(name))
    .map(({ group: _, ...field }) => field);

/** The field that takes the sample: any text, of which only the beginning is sent. */
export const startField = (t: Translate): FieldSpec => ({
  name: 'sampleFile',
  label: t('feed.mapping.preview.file'),
  kind: 'file',
  file: fileRules(t, null, Number.POSITIVE_INFINITY)
});
