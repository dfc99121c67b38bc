import { fill, type Grid, isOpen, recordAt, selectedCells, suggestionAt, valueAt } from './grid-cells';

/** Copies the first selected row into the others; a single row takes the values above it. */
export function fillDown(grid: Grid): void {
  const { top, bottom } = grid.block;
  const from = top === bottom ? top - 1 : top;
  if (from < 0) return;
  fill(
    grid,
    selectedCells(grid)
      .filter(({ row }) => row > from)
      .map((cell) => ({ cell, value: valueAt(grid, { row: from, column: cell.column }) }))
  );
}

export const clear = (grid: Grid): void =>
  fill(
    grid,
    selectedCells(grid).map((cell) => ({ cell, value: '' }))
  );

/** Takes what is suggested for the selected cells; false if nothing is. */
export function takeSuggestions(grid: Grid): boolean {
  const taken = selectedCells(grid).flatMap((cell) => {
    const suggestion = suggestionAt(grid, cell);
    return suggestion ? [{ cell, value: suggestion.value }] : [];
  });
  fill(grid, taken);
  return taken.length > 0;
}

/** Saves and reviews the selected rows, and goes to the next one that isn't reviewed. */
export function review(grid: Grid): void {
  const { records, rows, block } = grid;
  const selected = records.slice(block.top, block.bottom + 1).filter(({ closed }) => closed === null);
  const next = records.findIndex(
    ({ id, closed }, index) => index > block.bottom && closed === null && rows.get(id)?.status !== 'reviewed'
  );
  grid.send(
    selected.map(({ id }) => id),
    true
  );
  grid.go({ row: next < 0 ? block.bottom : next, column: 1 });
}

/** Edits the focused cell, or does what it is for: opens its transaction, reviews its row. */
export function begin(grid: Grid, text: string): void {
  const { place, last } = grid;
  if (isOpen(grid, place)) grid.edit(text);
  else if (place.column === last.column) review(grid);
  else if (place.column === 0) document.querySelector<HTMLElement>(`[data-cell="${place.row}/0"] a`)?.click();
}

/** Takes the last change back, and goes there. */
export function takeBack(grid: Grid): void {
  const [first] = grid.undo();
  if (!first) return;
  grid.go({
    row: grid.records.findIndex(({ id }) => id === first.id),
    column: grid.columns.findIndex(({ name }) => name === first.column) + 1
  });
}

/** Saves every changed row now. */
export const saveAll = (grid: Grid): void => grid.send(grid.records.map(({ id }) => id));

/** Saves the focused row. */
export const saveRow = (grid: Grid): void => grid.send([recordAt(grid, grid.place.row).id]);
