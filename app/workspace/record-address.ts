import type { SearchKind } from '@/lib/kit/search/kinds';

/** The page of a record that the search finds. */
export function recordAddress({ kind, id }: { kind: SearchKind; id: string }): string {
  return kind === 'user' ? `/workspace/people/${id}` : `/workspace/structure/${id}`;
}
