import type { RefObject } from 'react';
import type { Block, Cell } from './grid-keys';
import type { CellSuggestion, GridColumn, GridRecord, Suggestions } from './grid-record';
import type { Change, GridRow } from './use-grid-rows';

/** The grid at one moment, and how to change it. */
export interface Grid {
  columns: readonly GridColumn[];
  records: readonly GridRecord[];
  rows: ReadonlyMap<string, GridRow>;
  suggestions: Suggestions;
  /** The focused cell. Column 0 names the transaction, the last one has its state. */
  place: Cell;
  /** The selected cells, the focused one among them. */
  block: Block;
  last: Cell;
  /** The editor's first text; null while nothing is edited. */
  editing: { text: string } | null;
  /** The next rendering moves the focus to the cell. */
  wantsFocus: RefObject<boolean>;
  write: (changes: readonly Change[]) => void;
  undo: () => readonly Change[];
  send: (ids: readonly string[], review?: boolean) => void;
  go: (to: Cell, extend?: boolean) => void;
  edit: (text: string) => void;
}

export const recordAt = ({ records }: Grid, row: number) => records[row] as GridRecord;
const nameAt = ({ columns }: Grid, column: number) => columns[column - 1]?.name;
export const rowAt = (grid: Grid, row: number) => grid.rows.get(recordAt(grid, row).id);

export function valueAt(grid: Grid, { row, column }: Cell): string {
  const name = nameAt(grid, column);
  return name === undefined ? '' : (rowAt(grid, row)?.values[name] ?? '');
}

/** Whether the reader can fill in a cell. */
export function isOpen(grid: Grid, { row, column }: Cell): boolean {
  const name = nameAt(grid, column);
  if (name === undefined || rowAt(grid, row)?.status === 'reviewed') return false;
  return recordAt(grid, row).editable.includes(name);
}

/** What is suggested for an empty cell. */
export function suggestionAt(grid: Grid, cell: Cell): CellSuggestion | undefined {
  const name = nameAt(grid, cell.column);
  if (name === undefined || valueAt(grid, cell) !== '' || !isOpen(grid, cell)) return undefined;
  return grid.suggestions[recordAt(grid, cell.row).id]?.[name];
}

export function selectedCells({ block }: Grid): Cell[] {
  const cells: Cell[] = [];
  for (let row = block.top; row <= block.bottom; row++)
    for (let column = block.left; column <= block.right; column++) cells.push({ row, column });
  return cells;
}

/** Writes values into the cells that can be filled in; rows other than the focused one are saved at once. */
export function fill(grid: Grid, values: readonly { cell: Cell; value: string }[]): void {
  const changes = values
    .filter(({ cell }) => isOpen(grid, cell))
    .map(
      ({ cell, value }): Change => ({
        id: recordAt(grid, cell.row).id,
        column: nameAt(grid, cell.column) as string,
        value
      })
    );
  grid.write(changes);
  const own = recordAt(grid, grid.place.row).id;
  grid.send(changes.map(({ id }) => id).filter((id) => id !== own));
}

/**
 * What the line below the grid says: the fault of the focused cell, else the reason of its suggestion, else which rows
 * could not be saved.
 */
export function lineOf(grid: Grid, { suggested, refused }: { suggested: string; refused: string }): string {
  const { place } = grid;
  const fault = rowAt(grid, place.row)?.faults[nameAt(grid, place.column) ?? ''];
  if (fault) return fault;
  const suggestion = suggestionAt(grid, place);
  if (suggestion) return suggested.replace('{value}', suggestion.value).replace('{why}', suggestion.why);
  const names = grid.records.filter(({ id }) => grid.rows.get(id)?.status === 'refused').map(({ name }) => name);
  return names.length > 0 ? `${refused}: ${names.join(', ')}` : '';
}
