import type { SearchResult } from '@/lib/kit/search/results';

/** What else of a result can be searched for: its number or card, its second name. */
export function numbersOf({ name2, number, cardNumber }: SearchResult): string[] {
  return [cardNumber, number, name2].flatMap((part) => part || []);
}

/** What tells a result from others of its name: its number, and what it belongs to. */
export const detailOf = (result: SearchResult) => [...numbersOf(result), result.above].filter(Boolean).join(' · ');
