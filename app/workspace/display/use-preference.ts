'use client';

import { type FormEvent, useCallback, useSyncExternalStore } from 'react';
import type { Preference } from './preferences';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/**
 * The current preference, from the page's root element (`data-<preference>`), and a handler for its form, which applies
 * the change at once and stores it instead of reloading the page.
 */
export function usePreference(name: Preference, first: string) {
  const current = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[name] ?? first,
    () => first
  );
  const choose = useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (!(submitter instanceof HTMLButtonElement)) return;
      document.documentElement.dataset[name] = submitter.value;
      const body = new URLSearchParams({ [name]: submitter.value });
      // If storing fails (no network), the choice still applies to this page.
      fetch('/workspace/display', { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
    },
    [name]
  );
  return { current, choose };
}
