import { MOST_TYPES, type TransactionType } from '@/lib/money/feeds/transaction-types';

/** A word of the file and its transaction type, as typed. */
export interface TypeLine {
  /** Identifies the line and its fields at any position. */
  key: number;
  said: string;
  type: string;
}

/** The edited list of words for types. */
export interface TypeLines {
  lines: readonly TypeLine[];
  removed: { line: TypeLine; index: number } | null;
  nextKey: number;
}

export type TypeStep =
  | { do: 'add' | 'undo' }
  | { do: 'remove'; key: number }
  | { do: 'type'; key: number; name: 'said' | 'type'; text: string };

/** The default of a new line: files seldom name their purchases, so a word that they do use is rarely one. */
const FIRST_TYPE: TransactionType = 'credit';

/** Parses a button's step: `types.add`, `types.undo`, `types.remove.3`; null if it is not a step. */
export function readTypeStep(text: string): TypeStep | null {
  if (text === 'types.add' || text === 'types.undo') return { do: text === 'types.add' ? 'add' : 'undo' };
  const removed = /^types\.remove\.(\d{1,6})$/.exec(text);
  return removed ? { do: 'remove', key: Number(removed[1]) } : null;
}

/** The lines after a step; an impossible step changes nothing. */
export function steppedTypes(state: TypeLines, step: TypeStep): TypeLines {
  const { lines, removed, nextKey } = state;
  switch (step.do) {
    case 'add':
      if (lines.length >= MOST_TYPES) return state;
      return {
        lines: [...lines, { key: nextKey, said: '', type: FIRST_TYPE }],
        removed: null,
        nextKey: nextKey + 1
      };
    case 'remove': {
      const index = lines.findIndex(({ key }) => key === step.key);
      const line = lines[index];
      return line ? { ...state, lines: lines.filter((other) => other !== line), removed: { line, index } } : state;
    }
    case 'undo':
      if (!removed) return state;
      return {
        ...state,
        lines: [...lines.slice(0, removed.index), removed.line, ...lines.slice(removed.index)],
        removed: null
      };
    case 'type':
      return {
        ...state,
        lines: lines.map((line) => (line.key === step.key ? { ...line, [step.name]: step.text } : line))
      };
  }
}

export const typeFieldName = (key: number, name: 'said' | 'type') => `types.${key}.${name}`;

/** Reads the lines from field values, in order. */
export function typeLinesIn(values: Readonly<Record<string, unknown>>): TypeLines {
  const lines = Object.keys(values).flatMap((name): TypeLine[] => {
    const key = /^types\.(\d{1,6})\.said$/.exec(name)?.[1];
    if (key === undefined) return [];
    const type = values[typeFieldName(Number(key), 'type')];
    return [{ key: Number(key), said: String(values[name] ?? ''), type: String(type ?? FIRST_TYPE) }];
  });
  return { lines, removed: null, nextKey: Math.max(-1, ...lines.map(({ key }) => key)) + 1 };
}

/** Writes lines as field values. */
export const typeValues = (lines: readonly TypeLine[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ key, said, type }) => [
      [typeFieldName(key, 'said'), said],
      [typeFieldName(key, 'type'), type]
    ])
  );
