'use client';

import { type ClipboardEvent, type KeyboardEvent, useRef, useState, useTransition } from 'react';
import type { Grid, GridColumn } from '@/lib/kit/setup/grid';
import type { FormTexts } from '../ui/form-texts';
import { LeaveGuard } from '../ui/leave-guard';
import type { GridFault } from './grid-actions';
import { pastedCells, withPasted } from './pasted-cells';

interface Props {
  grid: Grid;
  action: (rows: string[][]) => Promise<GridFault[] | undefined>;
  texts: {
    /** With `{column}` and `{row}` in it. */
    cell: string;
    add: string;
    save: string;
    /** Before the faults. */
    faults: string;
    form: FormTexts;
  };
}

/** Empty rows at the end of a grid, to go on typing. */
const SPARE = 3;

/**
 * Records as rows that are typed, or pasted from a spreadsheet. Up, Down and Enter move between rows. Faults are told by
 * row and column; nothing is saved before all are mended.
 */
export function RecordGrid({ grid, action, texts }: Props) {
  const { columns } = grid;
  const empty = () => columns.map(() => '');
  const [rows, setRows] = useState<string[][]>(() => [...grid.rows, ...Array.from({ length: SPARE }, empty)]);
  const [faults, setFaults] = useState<GridFault[]>([]);
  const [isDirty, setIsDirty] = useState(false);
  const [isSaving, save] = useTransition();
  const body = useRef<HTMLTableSectionElement>(null);

  function set(next: string[][]) {
    setIsDirty(true);
    setRows(next.at(-1)?.some((cell) => cell !== '') ? [...next, empty()] : next);
  }

  function paste(event: ClipboardEvent, row: number, column: number) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    set(withPasted(rows, pastedCells(text), { row, column }, columns.length));
  }

  function move(event: KeyboardEvent, row: number, column: number) {
    const isChoice = event.currentTarget instanceof HTMLSelectElement;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || (isChoice && event.key !== 'Enter')) return;
    event.preventDefault();
    body.current?.querySelector<HTMLElement>(`[data-cell="${row + by}/${column}"]`)?.focus();
  }

  const send = () =>
    save(async () => {
      try {
        const found = (await action(rows)) ?? [];
        setFaults(found);
        setIsDirty(found.length > 0);
      } catch (error) {
        // The framework's redirect after a save.
        if (String((error as { digest?: string }).digest).startsWith('NEXT_')) {
          setIsDirty(false);
          throw error;
        }
        setFaults([{ row: null, column: null, message: texts.form.failed }]);
      }
    });

  return (
    <div className="record-grid">
      {faults.length > 0 && (
        <div className="notice notice-problem" role="alert">
          <p>{texts.faults}</p>
          <ul>
            {faults.slice(0, 20).map(({ row, column, message }, at) => (
              <li key={at}>{row === null ? message : `${place(texts.cell, columns[column ?? 0], row)}: ${message}`}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="table record-grid-table">
        <table>
          <thead>
            <tr>
              {columns.map(({ heading, required }) => (
                <th key={heading} scope="col">
                  {heading}
                  {required && <span aria-hidden="true"> *</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((cells, row) => (
              <tr key={row}>
                {columns.map((column, at) => (
                  <td key={column.heading}>
                    <Cell
                      column={column}
                      value={cells[at] ?? ''}
                      label={place(texts.cell, column, row)}
                      name={`${row}/${at}`}
                      isKnown={column.isKey && row < grid.rows.length}
                      isFaulty={faults.some((fault) => fault.row === row && (fault.column ?? at) === at)}
                      onChange={(value) => set(rows.map((one, index) => (index === row ? one.with(at, value) : one)))}
                      onPaste={(event) => paste(event, row, at)}
                      onKeyDown={(event) => move(event, row, at)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="form-actions form-actions-sticky">
        <button type="button" className="primary" aria-disabled={isSaving || undefined} onClick={send}>
          {isSaving ? texts.form.sending : texts.save}
        </button>
        <button type="button" onClick={() => setRows([...rows, ...Array.from({ length: 10 }, empty)])}>
          {texts.add}
        </button>
      </div>
      <LeaveGuard active={isDirty && !isSaving} texts={texts.form} />
    </div>
  );
}

const place = (text: string, column: GridColumn | undefined, row: number) =>
  text.replace('{column}', column?.heading ?? '').replace('{row}', String(row + 1));

interface CellProps {
  column: GridColumn;
  value: string;
  label: string;
  name: string;
  /** A key of a stored record can't be changed: it would be another record. */
  isKnown: boolean;
  isFaulty: boolean;
  onChange: (value: string) => void;
  onPaste: (event: ClipboardEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Cell({ column, value, label, name, isKnown, isFaulty, onChange, onPaste, onKeyDown }: CellProps) {
  const common = {
    value,
    onPaste,
    onKeyDown,
    'aria-label': label,
    'aria-invalid': isFaulty || undefined,
    'data-cell': name
  };
  // A pasted word that is no choice stays to be seen, and mended.
  if (column.options && (value === '' || column.options.includes(value)))
    return (
      <select {...common} onChange={({ target }) => onChange(target.value)}>
        <option value="" />
        {column.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    );
  return (
    <input
      {...common}
      type="text"
      autoComplete="off"
      readOnly={isKnown}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
