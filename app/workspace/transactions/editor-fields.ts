import type { Role } from '@/lib/access/policy/policy';
import type { Translate } from '@/lib/core/language/texts';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import { wholeOf } from '@/lib/money/transactions/parts';
import { suggestionsFor } from '@/lib/money/transactions/suggestions';
import type { FieldSpec } from '../ui/field-spec';
import { codedFields, dividedFields, headFields, valuesSource } from './allocation-fields';
import { placed } from './splits/placed';
import type { Divisible, Splitting } from './splits/splitting';

/** The parts of a transaction's editor, for its page and for parsing its form. */
export function editorOf(role: Role, t: Translate, seen: AllocatingView) {
  const { transaction, scheme } = seen;
  const { digits } = wholeOf(transaction);
  const whole: Divisible = { amount: transaction.billedAmount, taxAmount: transaction.taxAmount, digits };
  const head = headFields(t, seen);
  const coded = codedFields(role, t, { codes: scheme?.codes ?? [], source: valuesSource(transaction.id) });
  return { head, coded, whole };
}

/** The fields of a posted form: the whole's and each split's. */
export function sentFields(
  t: Translate,
  { head, coded, whole }: { head: FieldSpec[]; coded: FieldSpec[]; whole: Divisible | null },
  { by, lines }: Splitting
): FieldSpec[] {
  const divided = lines.length > 1 ? dividedFields(t, { by, taxed: whole !== null && whole.taxAmount !== null }) : [];
  return [...head, ...lines.flatMap((_, index) => [...divided, ...coded].map((field) => placed(field, index)))];
}

/** The suggestions for codes that the reader may fill in. */
export const openSuggestions = async (seen: AllocatingView, coded: readonly FieldSpec[]) =>
  (await suggestionsFor(seen)).filter(({ codeId }) =>
    coded.some(({ name, kind }) => name === `codes.${codeId}` && kind !== 'read-only')
  );
