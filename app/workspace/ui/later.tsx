'use client';

import { type ReactNode, startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

// On the way back the browser scrolls to where the page was, so its whole height must be there.
let isOnWayBack = false;
if (typeof window !== 'undefined')
  (window as { navigation?: EventTarget }).navigation?.addEventListener('navigate', (event) => {
    isOnWayBack = (event as Event & { navigationType: string }).navigationType === 'traverse';
  });

/**
 * What stands below the window. A page that is moved to shows what the window holds, and this once that is painted; a page
 * that is loaded has it in its markup.
 */
export function Later({ children }: { children: ReactNode }) {
  const isMovedTo = useSyncExternalStore(
    never,
    () => true,
    () => false
  );
  const [isShown, setIsShown] = useState(!isMovedTo || isOnWayBack);
  useEffect(() => startTransition(() => setIsShown(true)), []);
  return isShown ? children : null;
}
