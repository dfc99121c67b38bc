'use client';

import { type HTMLAttributes, useEffect, useRef, useState } from 'react';

/**
 * What scrolls where there is no room for it: reached by the keyboard while it does, so that it can be scrolled with the
 * arrows, and else no stop on the way. Without script it always is one, since nobody can tell.
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
