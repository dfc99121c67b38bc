'use client';

import { useEffect, useRef } from 'react';

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
}

/**
 * The rows before and after one in a list's page. A row that an act has taken out of the list keeps its place: the row
 * that took it is the next one.
 */
export function useNeighbours(ids: readonly string[], id: string | null): Neighbours {
  const place = useRef(-1);
  const at = id === null ? -1 : ids.indexOf(id);
  useEffect(() => {
    if (at >= 0) place.current = at;
  }, [at]);
  if (at >= 0) return { previous: ids[at - 1], next: ids[at + 1] };
  return { previous: ids[place.current - 1], next: ids[place.current] };
}
