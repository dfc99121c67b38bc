'use client';

import { type FormEvent, useCallback, useSyncExternalStore } from 'react';
import type { Preference } from './preferences';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/**
 * What is chosen for this browser, as the page's root element says (`data-<preference>`), and what a form does that
 * chooses otherwise: shows it at once and tells the server, instead of loading the page again.
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
      // What can't be kept (no network) holds for this page at least.
      fetch('/workspace/display', { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
    },
    [name]
  );
  return { current, choose };
}
