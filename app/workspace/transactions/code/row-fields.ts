import type { Role } from '@/lib/access/policy/policy';
import type { Locale } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import type { FieldSpec } from '../../ui/field-spec';
import { codedFields, codedValues, headFields, typedIn, valuesSource } from '../allocation-fields';
import { placed, placedName } from '../splits/placed';

/** The fields of a row: the purpose and the accounting codes. */
export function rowFields(role: Role, t: Translate, seen: AllocatingView): FieldSpec[] {
  const { transaction, scheme } = seen;
  const codes = codedFields(role, t, { codes: scheme?.codes ?? [], source: valuesSource(transaction.id) });
  return [
    ...headFields(t, seen).filter(({ name }) => name === 'purpose'),
    ...codes.filter(({ name }) => name !== 'description').map((field) => placed(field, 0))
  ].map((field) => ({ ...field, hint: undefined }));
}

/** Their values by name; a combo box also has its text. */
export function rowValues(
  { transaction, allocations, defaults }: AllocatingView,
  fields: readonly FieldSpec[],
  locale: Locale
): Record<string, string> {
  const coded = codedValues({ codes: allocations[0]?.codes ?? defaults });
  return typedIn(fields, locale, {
    purpose: transaction.purpose ?? '',
    ...Object.fromEntries(Object.entries(coded).map(([name, value]) => [placedName(0, name), value]))
  });
}
