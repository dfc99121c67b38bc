'use client';

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { takeFromAddress } from './take-from-address';

export interface ToastText {
  text: string;
  /** Takes the act back. */
  undo?: (() => void | Promise<void>) | undefined;
}

const load = () => import('./toast-region');
const Region = lazy(load);

let isNeeded = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Says what was done, for ten seconds, from any client component; `undo` adds the button that takes it back. The script of
 * toasts loads with the first.
 */
export function toast(text: string, undo?: ToastText['undo']): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  void load().then(({ show }) => show({ text, undo }));
}

/** Where toasts appear; once on every page, and kept from page to page. */
export function Toasts({ undoLabel }: { undoLabel: string }) {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false
  );
  return (
    isShown && (
      <Suspense>
        <Region undoLabel={undoLabel} />
      </Suspense>
    )
  );
}

/**
 * Shows a toast when its page appears, such as after the redirect of a server action, and takes `parameter` out of the
 * address, so that going back or reloading does not repeat it. `undo` is a server action.
 */
export function ToastOnArrival({
  text,
  undo,
  parameter = 'done'
}: {
  text: string;
  undo?: () => Promise<void>;
  parameter?: string;
}) {
  useEffect(() => {
    if (takeFromAddress(parameter)) toast(text, undo);
  }, [text, undo, parameter]);
  return null;
}
