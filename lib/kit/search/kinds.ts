import { SEARCH_KIND_AREAS } from './generated/kinds';

/** A kind of records that the global search finds (C2.006). */
export type SearchKind = keyof typeof SEARCH_KIND_AREAS;

/** The kinds in the order in which results are shown. */
export const SEARCH_KINDS = Object.keys(SEARCH_KIND_AREAS) as [SearchKind, ...SearchKind[]];
