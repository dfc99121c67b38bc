'use client';

import { type KeyboardEvent, type RefObject, startTransition, useCallback, useRef, useState } from 'react';
import { afterwards } from './in-idle-time';

/** What an overlay needs to know of the button that opens it. */
export interface Opened {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
}

/** The keys that open each kind of overlay (APG menu button). */
const KEYS = { menu: ['Enter', ' ', 'ArrowDown', 'ArrowUp'], dialog: ['Enter', ' '] };

/**
 * A button that opens an overlay whose script loads with the first sign of intent, so that no page waits for it: `button`
 * holds the attributes of the button, `opened` those of the overlay. Show the overlay once `isNeeded`.
 * With `openAtFirst` it opens as soon as its button stands there. The button shows the press at once, and the overlay
 * follows: what it hides from screen readers is the whole page, which takes the browser long.
 */
export function useOpener(kind: 'menu' | 'dialog', load: () => Promise<unknown>, { openAtFirst = false } = {}) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(openAtFirst);
  const [isPressed, setIsPressed] = useState(false);
  const [isNeeded, setIsNeeded] = useState(openAtFirst);
  const onOpenChange = useCallback((next: boolean) => afterwards(() => setIsOpen(next)), []);
  const open = () => {
    if (isOpen || isPressed) return;
    // The overlay gives the focus back to where it was, and some browsers don't focus a button that is clicked.
    triggerRef.current?.focus();
    setIsPressed(true);
    startTransition(() => {
      setIsPressed(false);
      setIsNeeded(true);
      setIsOpen(true);
    });
  };
  const prepare = () => void load();
  return {
    isNeeded,
    opened: { isOpen, onOpenChange, triggerRef } satisfies Opened,
    button: {
      ref: triggerRef,
      type: 'button' as const,
      'aria-haspopup': kind,
      'aria-expanded': isOpen || isPressed,
      onClick: open,
      onKeyDown: (event: KeyboardEvent) => {
        if (!KEYS[kind].includes(event.key)) return;
        // The click that a key makes of itself looks to React Aria like a screen reader's, for which the focus moves later.
        event.preventDefault();
        open();
      },
      onPointerEnter: prepare,
      onFocus: prepare
    }
  };
}
