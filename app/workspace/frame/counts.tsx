'use client';

import { usePathname } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { FrameCounts } from './frame-counts';

const NONE: FrameCounts = { waiting: {}, running: 0 };

const Counts = createContext(NONE);

/** What waits at each screen, and how many jobs run. */
export const useCounts = () => useContext(Counts);

/** Asks for the counts of the frame after each page, since the frame itself stays while pages change. */
export function CountsProvider({ children }: { children: ReactNode }) {
  const [counts, setCounts] = useState(NONE);
  const path = usePathname();
  useEffect(() => {
    const abort = new AbortController();
    fetch('/workspace/counts', { signal: abort.signal })
      .then(async (answer) => {
        if (answer.ok) setCounts((await answer.json()) as FrameCounts);
      })
      // Without an answer the frame shows what it knew.
      .catch(() => undefined);
    return () => abort.abort();
  }, [path]);
  return <Counts value={counts}>{children}</Counts>;
}

/** A count as a badge; more than 99 is shown as such. Its link says it by `aria-description`. */
export function CountBadge({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="count-badge" aria-hidden="true">
      {countOf(count)}
    </span>
  );
}

const countOf = (count: number) => (count > 99 ? '99+' : String(count));

/** The description of a link with a badge: `{count}` stands in the text. */
export const describeCount = (count: number | undefined, text: string): string | undefined =>
  count ? text.replace('{count}', countOf(count)) : undefined;
