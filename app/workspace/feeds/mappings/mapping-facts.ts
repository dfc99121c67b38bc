import type { Translate } from '@/lib/core/language/texts';
import type { TransactionType } from '@/lib/money/feeds/transaction-types';
import { type FieldSpec, type FieldValues, isShown } from '../../ui/field-spec';
import { typeLinesIn } from './type-lines';

interface MappingFact {
  /** The heading of its group in the form. */
  group: string | undefined;
  label: string;
  value: string;
}

/** A mapping's non-empty fields as text, for users without permission to change it. */
export function mappingFacts(fields: readonly FieldSpec[], values: FieldValues, t: Translate): MappingFact[] {
  const said = fields.flatMap((field) => {
    const value = isShown(field, (name) => values[name]) ? inWords(field, values[field.name], t) : '';
    return value ? [{ group: field.group, label: field.label, value }] : [];
  });
  const types = typeLinesIn(values).lines.map(
    (line) => `${line.said}: ${t(`transaction.type.${line.type as TransactionType}`)}`
  );
  if (types.length === 0) return said;
  const group = t('feed.mapping.meaning');
  return [...said, { group, label: t('feed.mapping.types'), value: types.join(', ') }];
}

function inWords({ kind, options }: FieldSpec, value: FieldValues[string], t: Translate): string {
  if (kind === 'checkbox') return t(value === true ? 'yes' : 'no');
  if (Array.isArray(value)) return value.join(', ');
  return options?.find((option) => option.value === value)?.label ?? String(value ?? '');
}
