'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** A part that opens over the page, and closes by Escape and by a click elsewhere. */
export function PopUp({
  className,
  summary,
  open = false,
  children
}: {
  className: string;
  summary: ReactNode;
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        if (element.contains(document.activeElement)) element.querySelector('summary')?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) return;
      element.open = false;
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details ref={details} className={className} open={open}>
      {summary}
      {children}
    </details>
  );
}
