import type { SearchResult } from '@/lib/kit/search/search-result';

/** The other searchable text of a result: its number or card, its second name. */
export function numbersOf({ name2, number, cardNumber }: SearchResult): string[] {
  return [cardNumber, number, name2].flatMap((part) => part || []);
}
