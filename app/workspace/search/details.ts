import type { SearchResult } from '@/lib/search/results';
import { maskedCardNumber } from '@/lib/structure/card-number';

/** What tells a result from others of its name: its number, and what it belongs to. */
export function detailOf({ name2, number, lastFour, above }: SearchResult): string {
  return [lastFour && maskedCardNumber(lastFour), number, name2, above].filter(Boolean).join(' · ');
}
