import type { SearchKind } from '../../kit/search/kinds';
import type { DeclaredSearchKind, SearchKinds } from '../../kit/search/searchable';
import { modules } from '../generated/modules';

/** The kinds of records that the search finds, of all modules. */
export const SEARCHABLE: SearchKinds = new Map(
  modules.flatMap(({ searchKinds = {} }) => Object.entries(searchKinds) as [SearchKind, DeclaredSearchKind][])
);
