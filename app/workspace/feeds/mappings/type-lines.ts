import { MOST_TYPES, type TransactionType } from '@/lib/money/feeds/transaction-types';

/** A word of the file and the type of transaction that it means, as typed. */
export interface TypeLine {
  /** Tells it from the others, and its fields, wherever it stands. */
  key: number;
  said: string;
  type: string;
}

/** The words for types while somebody edits them. */
export interface TypeLines {
  lines: readonly TypeLine[];
  removed: { line: TypeLine; index: number } | null;
  nextKey: number;
}

export type TypeStep =
  | { do: 'add' | 'undo' }
  | { do: 'remove'; key: number }
  | { do: 'type'; key: number; name: 'said' | 'type'; text: string };

/** What a new line means at first: what isn't named is a purchase nearly always. */
const FIRST_TYPE: TransactionType = 'credit';

/** A step as a button sends it: `types.add`, `types.undo`, `types.remove.3`; null: it is none. */
export function readTypeStep(text: string): TypeStep | null {
  if (text === 'types.add' || text === 'types.undo') return { do: text === 'types.add' ? 'add' : 'undo' };
  const removed = /^types\.remove\.(\d{1,6})$/.exec(text);
  return removed ? { do: 'remove', key: Number(removed[1]) } : null;
}

/** The lines after a step; what can't be done changes nothing. */
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

/** The lines among what fields hold, in their order. */
export function typeLinesIn(values: Readonly<Record<string, unknown>>): TypeLines {
  const lines = Object.keys(values).flatMap((name): TypeLine[] => {
    const key = /^types\.(\d{1,6})\.said$/.exec(name)?.[1];
    if (key === undefined) return [];
    const type = values[typeFieldName(Number(key), 'type')];
    return [{ key: Number(key), said: String(values[name] ?? ''), type: String(type ?? FIRST_TYPE) }];
  });
  return { lines, removed: null, nextKey: Math.max(-1, ...lines.map(({ key }) => key)) + 1 };
}

/** Lines as fields hold them. */
export const typeValues = (lines: readonly TypeLine[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ key, said, type }) => [
      [typeFieldName(key, 'said'), said],
      [typeFieldName(key, 'type'), type]
    ])
  );
