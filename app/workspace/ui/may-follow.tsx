'use client';

import { type ReactNode, Suspense, useState } from 'react';

interface Props {
  /** Whether what the content reads is there. */
  isThere: boolean;
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Content that follows the page if it isn't there yet. React sends a large part below `Suspense` after the page even
 * when it is ready, and shows its place until scripts have run; so what is there stands outside of it. It stays as it
 * stood first: what it holds, such as ticked rows, would be lost with a change.
 */
export function MayFollow({ isThere, fallback, children }: Props) {
  const [stoodAlone] = useState(isThere);
  return stoodAlone ? children : <Suspense fallback={fallback}>{children}</Suspense>;
}
