'use client';

import type { KeyboardEvent, ReactNode } from 'react';

/** Lets the arrow keys, Home and End go through the links of results. */
export function ResultKeys({ children }: { children: ReactNode }) {
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-result]')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
    const link = links[next[event.key] ?? -1];
    if (at < 0 || !link) return;
    event.preventDefault();
    link.focus();
  }
  return (
    // The keys only supplement the links.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="search-results" onKeyDown={press}>
      {children}
    </div>
  );
}
