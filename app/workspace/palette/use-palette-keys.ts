'use client';

import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';

/** An entry that a key can open. */
interface Entry {
  id: string;
  href: string;
}

interface Typed {
  text: string;
  setText: (text: string) => void;
  /** The text that the entries are of: those of the one just typed follow it. */
  sought: string;
  /** Whether the entries are those of the text, with its records. */
  isSettled: boolean;
  /** The entries, in the order of the keys. */
  entries: readonly Entry[];
  open: (href: string) => void;
}

/**
 * What the field of the palette does with keys: arrows choose an entry while the focus stays in the field (APG combobox),
 * Enter opens it, Escape empties the field. Of a text the first entry is chosen. Enter that is pressed before the entries
 * of the text are there opens the first of them as soon as they come, and never an entry of an earlier text.
 */
export function usePaletteKeys({ text, setText, sought, isSettled, entries, open }: Typed) {
  const [chosen, choose] = useState<{ of: string; id: string; byKey: boolean } | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const isOfText = chosen?.of === sought && entries.some(({ id }) => id === chosen.id);
  const active = isOfText ? chosen.id : sought.trim() === '' ? null : (entries[0]?.id ?? null);
  useEffect(() => {
    if (wanted === null || (wanted === text && !isSettled)) return;
    setWanted(null);
    const [first] = entries;
    if (wanted === text && first) open(first.href);
  }, [wanted, text, isSettled, entries, open]);

  const move = (by: 1 | -1) => {
    const at = entries.findIndex(({ id }) => id === active);
    const next = entries.at(at < 0 && by < 0 ? -1 : (at + by) % entries.length);
    if (next) choose({ of: sought, id: next.id, byKey: true });
  };
  const enter = () => {
    // With an arrow a person has chosen from what they see.
    const isSeen = isSettled || (isOfText && sought === text);
    const entry = entries.find(({ id }) => id === active);
    if (isSeen && entry) open(entry.href);
    else if (text.trim() !== '') setWanted(text);
  };
  const acts: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: enter,
    ...(text !== '' && { Escape: () => setText('') })
  };
  return {
    active,
    /** Whether the entry was chosen by a key, and not by the pointer. */
    isByKey: !isOfText || chosen.byKey,
    point: useCallback((id: string) => choose({ of: sought, id, byKey: false }), [sought]),
    onKeyDown: (event: KeyboardEvent) => {
      const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
      if (!act || event.nativeEvent.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
}
