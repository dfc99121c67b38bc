'use client';

import { useEffect, useRef, useState } from 'react';
import type { GridRecord, Suggestions } from './grid-record';

/** The rows of one question; each costs the server a look at half a year of charges. */
const ASKED_AT_ONCE = 10;

/** The suggestions for the rows around the active one, asked for when they come near. */
export function useSuggestions(records: readonly GridRecord[], active: number): Suggestions {
  const [known, setKnown] = useState<Suggestions>({});
  const asked = useRef(new Set<number>());
  useEffect(() => {
    const part = Math.floor(active / ASKED_AT_ONCE);
    for (const one of [part, part + 1]) {
      const ids = records
        .slice(one * ASKED_AT_ONCE, (one + 1) * ASKED_AT_ONCE)
        .filter(({ closed }) => closed === null)
        .map(({ id }) => id);
      if (asked.current.has(one) || ids.length === 0) continue;
      asked.current.add(one);
      fetch(`/workspace/transactions/code/suggestions?ids=${ids.join()}`)
        .then(async (answer) => {
          if (!answer.ok) throw new Error(String(answer.status));
          const found = (await answer.json()) as Suggestions;
          setKnown((before) => ({ ...before, ...found }));
        })
        // Without suggestions the cells are typed; the next move asks again.
        .catch(() => asked.current.delete(one));
    }
  }, [records, active]);
  return known;
}
