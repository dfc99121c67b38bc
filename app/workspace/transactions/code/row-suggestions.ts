import type { AllocatingView } from '@/lib/money/transactions/allocating';
import type { signedInPrincipal } from '../../signed-in';
import { suggestionText } from '../[id]/suggestion-box';
import { typedIn } from '../allocation-fields';
import { openSuggestions } from '../editor-fields';
import { placedName } from '../splits/placed';
import type { CellSuggestion } from './grid-record';
import { rowFields } from './row-fields';

type Reader = Pick<Awaited<ReturnType<typeof signedInPrincipal>>, 'principal' | 't' | 'locale'>;

/** The suggestions for the codes of a row, by column. */
export async function rowSuggestions(
  seen: AllocatingView,
  { principal, t, locale }: Reader
): Promise<Record<string, CellSuggestion>> {
  const fields = rowFields(principal.role, t, seen).map((field) => ({
    ...field,
    name: field.name.replace(placedName(0, ''), '')
  }));
  const suggestions = await openSuggestions(seen, fields);
  return Object.fromEntries(
    suggestions.map((one) => {
      const name = `codes.${one.codeId}`;
      const value = typedIn(fields, locale, { [name]: one.value })[name] ?? one.value;
      return [placedName(0, name), { value, why: suggestionText(t, one, seen.transaction, principal.role === 'A') }];
    })
  );
}
