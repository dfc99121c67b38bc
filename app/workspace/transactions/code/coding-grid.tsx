'use client';

import './coding-grid.css';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { FormTexts } from '../../ui/form-texts';
import { LeaveGuard } from '../../ui/leave-guard';
import { lineOf } from './grid-cells';
import { copy, paste } from './grid-clipboard';
import { GridPart } from './grid-part';
import type { GridColumn, GridRecord, GridTexts, RowOutcome } from './grid-record';
import { GridTools } from './grid-tools';
import { click, leave, point, press, useCodingGrid } from './use-coding-grid';

/** The rows of a part. */
const PART = 20;

const partsOf = (records: readonly GridRecord[]) =>
  Array.from({ length: Math.ceil(records.length / PART) }, (_, at) => ({
    from: at * PART,
    records: records.slice(at * PART, (at + 1) * PART)
  }));

interface Props {
  columns: readonly GridColumn[];
  records: readonly GridRecord[];
  /** The labels of values of codes, by `valueKey`. */
  labels: Readonly<Record<string, string>>;
  save: (form: FormData) => Promise<RowOutcome[]>;
  texts: GridTexts;
  formTexts: FormTexts;
}

/**
 * Transactions coded as in a spreadsheet (APG data grid): one cell has the focus, arrows move, Shift extends the
 * selection, Enter or typing edits. Control+D fills down, the clipboard copies and pastes cells, Space takes what is
 * suggested, Control+Z takes back, Control+Enter reviews.
 */
export function CodingGrid({ columns, records, labels, save, texts, formTexts }: Props) {
  const { grid, isUnsaved, commit, cancel } = useCodingGrid(columns, records, save, formTexts);
  const { place, block, editing, rows, suggestions } = grid;
  // Values that are chosen later add theirs; a row that shows one is rendered by the choice itself.
  const [known] = useState(() => new Map(Object.entries(labels)));
  const parts = useMemo(() => partsOf(records), [records]);
  const wasActive = useRef(false);
  const table = useRef<HTMLTableElement>(null);

  // The cell exists once it is rendered; whoever is elsewhere on the page stays there.
  useEffect(() => {
    if (!grid.wantsFocus.current || editing) return;
    grid.wantsFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-cell="${place.row}/${place.column}"]`)?.focus();
  });

  return (
    <div className="coding">
      <GridTools grid={grid} texts={texts} />
      <div className="coding-scroll">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells are moved through and edited (APG data grid), and the cells of a table take their roles from it
          role="grid"
          aria-label={texts.grid}
          aria-multiselectable="true"
          aria-rowcount={records.length + 1}
          aria-colcount={columns.length + 2}
          style={{ '--columns': columns.length } as CSSProperties}
          onKeyDown={(event) => press(grid, event)}
          onMouseDown={(event) => {
            wasActive.current = point(grid, event);
          }}
          onClick={(event) => click(grid, event, wasActive.current)}
          onCopy={(event) => copy(grid, event)}
          onCut={(event) => copy(grid, event)}
          onPaste={(event) => paste(grid, event)}
          onBlur={(event) => leave(grid, event)}
        >
          <thead>
            <tr>
              <th scope="col">{texts.transaction}</th>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{texts.state}</th>
            </tr>
          </thead>
          {parts.map(({ from, records: part }) => {
            const holds = (top: number, bottom: number) => top < from + part.length && bottom >= from;
            const isFocused = holds(place.row, place.row);
            return (
              <GridPart
                key={from}
                from={from}
                records={part}
                labels={known}
                place={isFocused ? place : null}
                block={holds(block.top, block.bottom) ? block : null}
                editing={isFocused ? editing : null}
                onCommit={commit}
                onCancel={cancel}
                {...{ rows, suggestions, columns, texts, formTexts }}
              />
            );
          })}
        </table>
      </div>
      <p className="coding-line" role="status">
        {lineOf(grid, texts)}
      </p>
      <LeaveGuard active={isUnsaved} texts={formTexts} />
    </div>
  );
}
