'use client';

import { type FocusEvent, type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { FormTexts } from '../../ui/form-texts';
import type { Commit } from './cell-editor';
import { begin, clear, fillDown, review, saveAll, saveRow, takeBack, takeSuggestions } from './grid-acts';
import { fill, type Grid, isOpen, recordAt, valueAt } from './grid-cells';
import { blockOf, type Cell, movedBy } from './grid-keys';
import type { GridColumn, GridRecord, RowOutcome } from './grid-record';
import { useGridRows } from './use-grid-rows';
import { useSuggestions } from './use-suggestions';

const WITH_CONTROL: Record<string, (grid: Grid) => void> = {
  d: fillDown,
  z: takeBack,
  s: saveAll,
  Enter: review
};

/** The state of the grid, and what its keys, its pointer and its editor do. */
export function useCodingGrid(
  columns: readonly GridColumn[],
  records: readonly GridRecord[],
  save: (form: FormData) => Promise<RowOutcome[]>,
  formTexts: FormTexts
) {
  const { isUnsaved, ...rows } = useGridRows(records, save, formTexts);
  const [place, setPlace] = useState<Cell>({ row: 0, column: 1 });
  const [corner, setCorner] = useState<Cell>(place);
  const [editing, setEditing] = useState<{ text: string } | null>(null);
  const wantsFocus = useRef(false);
  const suggestions = useSuggestions(records, place.row);
  const grid: Grid = {
    columns,
    records,
    suggestions,
    place,
    editing,
    wantsFocus,
    ...rows,
    block: blockOf(place, corner),
    last: { row: records.length - 1, column: columns.length + 1 },
    go(to, extend = false) {
      wantsFocus.current = true;
      if (to.row !== place.row) saveRow(grid);
      setPlace(to);
      if (!extend) setCorner(to);
    },
    edit: (text) => setEditing({ text })
  };

  // The rows are memoized: what they get never changes, and uses the latest grid.
  const latest = useRef(grid);
  useEffect(() => {
    latest.current = grid;
  });
  const cancel = useCallback(() => {
    wantsFocus.current = true;
    setEditing(null);
  }, []);
  const commit: Commit = useCallback((value, move) => {
    const current = latest.current;
    if (!current.editing) return;
    latest.current = { ...current, editing: null };
    setEditing(null);
    fill(current, [{ cell: current.place, value }]);
    if (move.rows === 0 && move.columns === 0) return;
    const within = (at: number, most: number) => Math.max(0, Math.min(at, most));
    current.go({
      row: within(current.place.row + move.rows, current.last.row),
      column: within(current.place.column + move.columns, current.last.column)
    });
  }, []);
  return { grid, isUnsaved, commit, cancel };
}

/** Handles a key on the grid, unless a cell is edited. */
export function press(grid: Grid, event: KeyboardEvent<HTMLElement>): void {
  if (grid.editing || event.nativeEvent.isComposing || event.altKey) return;
  const { place, last } = grid;
  const far = event.ctrlKey || event.metaKey;
  const to = movedBy(event.key, place, last, far);
  const act = far ? WITH_CONTROL[event.key] : undefined;
  const isTyped = event.key.length === 1 && !far;
  if (to) grid.go(to, event.shiftKey);
  else if (act) act(grid);
  else if (event.key === 'Enter' || event.key === 'F2') begin(grid, valueAt(grid, place));
  else if (event.key === 'Delete' || event.key === 'Backspace') clear(grid);
  else if (event.key === ' ' && takeSuggestions(grid)) grid.wantsFocus.current = true;
  else if (isTyped && isOpen(grid, place)) grid.edit(event.key === ' ' ? valueAt(grid, place) : event.key);
  else return;
  event.preventDefault();
}

function cellOf(target: EventTarget): Cell | null {
  const [row, column] = (target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell?.split('/') ?? [];
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

const isSame = (one: Cell, other: Cell) => one.row === other.row && one.column === other.column;

/** Moves to the cell that is pointed at. Says whether it had the focus already. */
export function point(grid: Grid, event: MouseEvent<HTMLElement>): boolean {
  const cell = cellOf(event.target);
  if (!cell) return false;
  const wasActive = isSame(cell, grid.place);
  if (!wasActive || event.shiftKey) grid.go(cell, event.shiftKey);
  return wasActive && grid.editing === null;
}

/** Reviews by the button; a second tap on a cell edits it, since touch screens know no double click. */
export function click(grid: Grid, event: MouseEvent<HTMLElement>, wasActive: boolean): void {
  const target = event.target as Element;
  if (target.closest('[data-review]')) review(grid);
  else if (wasActive && !grid.editing && isOpen(grid, grid.place)) grid.edit(valueAt(grid, grid.place));
}

/** Saves the focused row once the focus leaves the grid. */
export function leave(grid: Grid, event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) grid.send([recordAt(grid, grid.place.row).id]);
}
