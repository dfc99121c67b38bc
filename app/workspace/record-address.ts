import { SEARCHABLE } from '@/lib/composition/process/searchable';
import type { SearchKind } from '@/lib/kit/search/kinds';

/** The address of a search result's page. */
export function recordAddress({ kind, id }: { kind: SearchKind; id: string }): string {
  return SEARCHABLE.get(kind)?.record({ id }) ?? '/workspace';
}
