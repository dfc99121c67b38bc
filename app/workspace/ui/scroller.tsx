'use client';

import { type HTMLAttributes, useEffect, useRef, useState } from 'react';

/**
 * A scrollable area: focusable while it overflows, so that the arrow keys scroll it, and otherwise not a tab stop.
 * Without script it is always focusable, since its overflow is unknown.
 */
export function Scroller({ children, ...attributes }: HTMLAttributes<HTMLElement>) {
  const [scrolls, setScrolls] = useState(true);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    for (const seen of [current, ...current.children]) observer.observe(seen);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={element} tabIndex={scrolls ? 0 : undefined} {...attributes}>
      {children}
    </section>
  );
}
