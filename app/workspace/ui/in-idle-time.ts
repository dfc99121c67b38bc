'use client';

import { startTransition, useEffect } from 'react';

/**
 * Loads what a later key or press needs, once the page has loaded and the browser has nothing else to do: the first one
 * then waits for neither the network nor the compiler. A browser that doesn't tell when it is idle loads it when needed.
 */
export function useLoadedInIdleTime(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return;
    let asked = 0;
    const begin = () => {
      asked = requestIdleCallback(() => void load().catch(() => undefined));
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
    return () => {
      removeEventListener('load', begin);
      cancelIdleCallback(asked);
    };
  }, [load]);
}

/**
 * Changes the page apart from the event that asks for it, so that the browser paints first, and what is opened by the
 * same press doesn't hold it up.
 */
export const afterwards = (act: () => void): void => void setTimeout(() => startTransition(act));
