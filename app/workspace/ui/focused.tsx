'use client';

import { type HTMLAttributes, useEffect, useRef } from 'react';

/** Content to read first: it takes the focus when it appears, without script too. */
export function Focused({ children, ...attributes }: HTMLAttributes<HTMLDivElement>) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noAutofocus: it must be read first
    <div ref={element} tabIndex={-1} autoFocus {...attributes}>
      {children}
    </div>
  );
}
