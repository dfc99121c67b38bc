import type { Translate } from '@/lib/core/texts';
import { type FieldSpec, type FieldValues, isShown } from '../../ui/field-spec';
import { typeLinesIn } from './type-lines';

/** What a mapping says, for who can't change it: every field that says something, in words. */
export function mappingFacts(
  fields: readonly FieldSpec[],
  values: FieldValues,
  t: Translate
): { label: string; value: string }[] {
  const said = fields.flatMap((field) => {
    const value = isShown(field, (name) => values[name]) ? inWords(field, values[field.name], t) : '';
    return value ? [{ label: field.label, value }] : [];
  });
  const types = typeLinesIn(values).lines.map((line) => `${line.said}: ${t(`transaction.type.${line.type}`)}`);
  return types.length > 0 ? [...said, { label: t('feed.mapping.types'), value: types.join(', ') }] : said;
}

function inWords({ kind, options }: FieldSpec, value: FieldValues[string], t: Translate): string {
  if (kind === 'checkbox') return t(value === true ? 'yes' : 'no');
  if (Array.isArray(value)) return value.join(', ');
  return options?.find((option) => option.value === value)?.label ?? String(value ?? '');
}
