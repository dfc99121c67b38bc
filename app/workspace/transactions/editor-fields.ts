import type { Role } from '@/lib/access/policy/policy';
import type { Translate } from '@/lib/core/language/texts';
import type { AllocatingView } from '@/lib/money/transactions/allocating';
import { wholeOf } from '@/lib/money/transactions/parts';
import { suggestionsFor } from '@/lib/money/transactions/suggestions';
import type { FieldSpec } from '../ui/field-spec';
import { codedFields, dividedFields, headFields, valuesSource } from './allocation-fields';
import { placed } from './splits/placed';
import type { Divisible, Splitting } from './splits/splitting';

/** What the editor of a transaction is made of: on its page, and where its form is read. */
export function editorOf(role: Role, t: Translate, seen: AllocatingView) {
  const { transaction, scheme } = seen;
  const { digits } = wholeOf(transaction);
  const whole: Divisible = { amount: transaction.billedAmount, taxAmount: transaction.taxAmount, digits };
  const head = headFields(t, seen);
  const coded = codedFields(role, t, { codes: scheme?.codes ?? [], source: valuesSource(transaction.id) });
  return { head, coded, whole };
}

/** The fields of a form that was sent: those of the whole, and of each of its splits. */
export function sentFields(
  t: Translate,
  { head, coded, whole }: { head: FieldSpec[]; coded: FieldSpec[]; whole: Divisible | null },
  { by, lines }: Splitting
): FieldSpec[] {
  const divided = lines.length > 1 ? dividedFields(t, { by, taxed: whole !== null && whole.taxAmount !== null }) : [];
  return [...head, ...lines.flatMap((_, index) => [...divided, ...coded].map((field) => placed(field, index)))];
}

/** What is suggested for codes that the reader may fill in. */
export const openSuggestions = async (seen: AllocatingView, coded: readonly FieldSpec[]) =>
  (await suggestionsFor(seen)).filter(({ codeId }) =>
    coded.some(({ name, kind }) => name === `codes.${codeId}` && kind !== 'read-only')
  );
