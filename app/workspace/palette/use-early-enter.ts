'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useGo } from '../ui/navigating';

interface Typed {
  text: string;
  /** Whether the entries that are shown are those of the text, with its records. */
  isSettled: boolean;
  /** The first entry for the text among those that are known; undefined if there is none. */
  first: { href: string } | undefined;
  close: () => void;
}

/**
 * What the field does with a key: Enter that is pressed before the entries of the text are there opens the first of them
 * as soon as they come, and never an entry of an earlier text. With an arrow key a person has chosen from what they see.
 */
export function useEarlyEnter({ text, isSettled, first, close }: Typed): (event: KeyboardEvent) => void {
  const go = useGo();
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null || (wanted === text && !isSettled)) return;
    setWanted(null);
    if (wanted !== text || !first) return;
    close();
    go(first.href);
  }, [wanted, text, isSettled, first, close, go]);
  return (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') chosen.current = text;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (text.trim() === '' || isSettled || chosen.current === text) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(text);
  };
}
