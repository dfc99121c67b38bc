'use client';

import { useState } from 'react';

export interface RowSuggestion {
  field: string;
  value: string;
  why: string;
}

/** The initial values of a row's fields, and the suggestions that are still open. */
export function useRowValues(values: Record<string, string>, suggestions: readonly RowSuggestion[]) {
  const [held, setHeld] = useState({ values, generation: 0 });
  const [taken, setTaken] = useState<readonly string[]>([]);

  const hold = (next: Record<string, string>) => setHeld({ values: next, generation: held.generation + 1 });

  function begin(next: Record<string, string>) {
    hold(next);
    setTaken([]);
  }

  /** Accepts a suggestion; other typed values in the row stay. */
  function fill({ field, value }: RowSuggestion, entry: FormData) {
    const typed = Object.fromEntries([...entry].map(([name, one]) => [name, String(one)]));
    hold({ ...typed, [field]: value, [`${field}.typed`]: value });
    setTaken([...taken, field]);
  }

  const open = suggestions.filter(({ field }) => !taken.includes(field) && !held.values[field]);
  return { held, open, begin, fill };
}
