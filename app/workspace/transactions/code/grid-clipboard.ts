import type { ClipboardEvent } from 'react';
import { clear } from './grid-acts';
import { fill, type Grid, selectedCells, valueAt } from './grid-cells';
import { cellsIn, textOfCells } from './grid-keys';

/** Puts the selected cells on the clipboard, as spreadsheets read them; cutting empties them. */
export function copy(grid: Grid, event: ClipboardEvent<HTMLElement>): void {
  if (grid.editing) return;
  event.preventDefault();
  const lines: string[][] = [];
  for (const cell of selectedCells(grid)) {
    const at = cell.row - grid.block.top;
    lines[at] = [...(lines[at] ?? []), valueAt(grid, cell)];
  }
  event.clipboardData.setData('text/plain', textOfCells(lines));
  if (event.type === 'cut') clear(grid);
}

/** Pastes cells from the first selected one on; a single value goes into every selected cell. */
export function paste(grid: Grid, event: ClipboardEvent<HTMLElement>): void {
  if (grid.editing) return;
  event.preventDefault();
  const { block, last } = grid;
  const lines = cellsIn(event.clipboardData.getData('text/plain'));
  const isOne = lines.length === 1 && lines[0]?.length === 1;
  const cells = isOne
    ? selectedCells(grid).map((cell) => ({ cell, value: lines[0]?.[0] ?? '' }))
    : lines.flatMap((line, down) =>
        line.map((value, right) => ({ cell: { row: block.top + down, column: block.left + right }, value }))
      );
  fill(
    grid,
    cells
      .filter(({ cell }) => cell.row <= last.row && cell.column <= last.column)
      .map(({ cell, value }) => ({ cell, value: storedValue(grid, cell.column, value) }))
  );
}

/** The value of a choice that is pasted by its label. */
function storedValue({ columns }: Grid, column: number, text: string): string {
  const options = columns[column - 1]?.options;
  return options?.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text;
}
