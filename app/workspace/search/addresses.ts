import type { SearchKind } from '@/lib/kit/search/kinds';

/** The page with the results of a search, of all kinds or one. */
export const searchPage = (q: string, kind?: SearchKind) =>
  `/workspace/search?${new URLSearchParams({ q, ...(kind && { kind }) })}`;
