import type { SearchKind } from '@/lib/kit/search/kinds';

/** The address of a search result's page. */
export function recordAddress({ kind, id }: { kind: SearchKind; id: string }): string {
  return kind === 'user' ? `/workspace/people/${id}` : `/workspace/structure/${id}`;
}
