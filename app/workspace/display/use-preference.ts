'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { storePreference } from './actions';
import type { Preference } from './preferences';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/**
 * The current preference, from the page's root element (`data-<preference>`), and what applies another at once and
 * stores it.
 */
export function usePreference(name: Preference, first: string) {
  const current = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[name] ?? first,
    () => first
  );
  const choose = useCallback(
    (value: string) => {
      document.documentElement.dataset[name] = value;
      // If storing fails (no network), the choice still applies to this page.
      storePreference(name, value).catch(() => undefined);
    },
    [name]
  );
  return { current, choose };
}
