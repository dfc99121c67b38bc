'use client';

import { useEffect, useRef } from 'react';

/** Focuses the heading when the page switches to another screen, and names the page after it. */
export function useHeadingFocus(screen: string): void {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
    const heading = headings.find((each) => !each.closest('[hidden]'));
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
    document.title = document.title.replace(/^.* – /, `${heading.textContent} – `);
  }, [screen]);
}
