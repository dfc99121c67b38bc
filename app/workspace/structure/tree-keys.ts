import type { Line, OpenBranches } from './tree-lines';

/** The effect of a key in the tree. */
export type Move =
  | { do: 'focus'; id: string }
  | { do: 'close'; id: string }
  | { do: 'open'; ids: readonly string[] }
  | { do: 'act'; line: Line };

const opens = (line: Line) => line.kind === 'node' && line.item.count !== null;

/** The effect of a key on a line (ARIA practices, tree view); null if the tree doesn't use the key. */
export function moveOf(key: string, line: Line, lines: readonly Line[], branches: OpenBranches): Move | null {
  const at = lines.indexOf(line);
  const to = (place: number): Move => ({ do: 'focus', id: (lines[place] ?? line).id });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(lines.length - 1);
    case 'ArrowRight':
      return opens(line) && branches[line.id] ? to(at + 1) : { do: 'open', ids: opens(line) ? [line.id] : [] };
    case 'ArrowLeft':
      return branches[line.id] ? { do: 'close', id: line.id } : { do: 'focus', id: line.parentId ?? line.id };
    case 'Enter':
    case ' ':
      return { do: 'act', line };
    case '*': {
      const beside = lines.filter((other) => opens(other) && other.parentId === line.parentId);
      return { do: 'open', ids: beside.map(({ id }) => id) };
    }
    default:
      return null;
  }
}

/** The next node whose name begins with the typed text, wrapping to the top. */
export function lineBeginning(lines: readonly Line[], text: string, from: number): Line | undefined {
  const order = [...lines.slice(from), ...lines.slice(0, from)];
  return order.find((line) => line.kind === 'node' && line.item.name.toLowerCase().startsWith(text));
}
