/** A cell by the indices of its row and column. */
export interface Cell {
  row: number;
  column: number;
}

/** A block of cells, both ends included. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The block between two opposite corners. */
export const blockOf = (one: Cell, other: Cell): Block => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column)
});

const PAGE = 10;

/**
 * The cell that a key leads to (APG data grid), or null for another key. With `far` (Control or Command) it is the edge.
 */
export function movedBy(key: string, { row, column }: Cell, last: Cell, far: boolean): Cell | null {
  const within = (to: Cell): Cell => ({
    row: Math.max(0, Math.min(to.row, last.row)),
    column: Math.max(0, Math.min(to.column, last.column))
  });
  const moves: Record<string, Cell> = {
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowDown: { row: far ? last.row : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? last.column : column + 1 },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? last.row : row, column: last.column }
  };
  const to = moves[key];
  return to ? within(to) : null;
}

/** The cells of a text as spreadsheets put it on the clipboard: rows by lines, columns by tabs, quoted where needed. */
export function cellsIn(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) break;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s+/g, ' ').trim());
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

/** The same the other way. */
export const textOfCells = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((value) => value.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
