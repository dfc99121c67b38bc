'use client';

import { useMemo, useRef, useState } from 'react';
import { type GridRecord, MOST_ROWS, type RowOutcome, type RowValues } from './grid-record';

export type RowStatus = 'changed' | 'saving' | 'saved' | 'refused' | 'reviewed';

/** A row as it stands in the browser. */
export interface GridRow {
  values: RowValues;
  status: RowStatus | null;
  /** By column. */
  faults: Readonly<Record<string, string>>;
  /** A fault of no cell. */
  message: string | null;
}

export interface Change {
  id: string;
  column: string;
  value: string;
}

const MOST_STEPS = 100;

interface Texts {
  failed: string;
  serverDown: string;
}

/**
 * The rows of the grid: what is typed stands at once, and is saved when its row is left. One post follows the other, so
 * that each row is saved in its current version. A row that could not be saved keeps what was typed and is sent again
 * with the next change of it.
 */
export function useGridRows(
  records: readonly GridRecord[],
  save: (form: FormData) => Promise<RowOutcome[]>,
  { failed, serverDown }: Texts
) {
  const [rows, setRows] = useState<ReadonlyMap<string, GridRow>>(() => new Map(records.map(beginning)));
  const current = useRef(rows);
  const versions = useRef(new Map(records.map(({ id, version }) => [id, version])));
  const waiting = useRef(new Map<string, { review: boolean }>());
  const isSending = useRef(false);
  const steps = useRef<Change[][]>([]);

  function update(id: string, change: (row: GridRow) => Partial<GridRow>): void {
    const row = current.current.get(id);
    if (!row) return;
    current.current = new Map(current.current).set(id, { ...row, ...change(row) });
    setRows(current.current);
  }

  /** Writes values into cells; `undoable` false for a step that undoes another. */
  function write(changes: readonly Change[], undoable = true): void {
    const real = changes.filter(({ id, column, value }) => {
      const row = current.current.get(id);
      return row && row.status !== 'reviewed' && (row.values[column] ?? '') !== value;
    });
    if (real.length === 0) return;
    if (undoable)
      steps.current = [
        ...steps.current.slice(1 - MOST_STEPS),
        real.map(({ id, column }) => ({ id, column, value: current.current.get(id)?.values[column] ?? '' }))
      ];
    const next = new Map(current.current);
    for (const { id, column, value } of real) {
      const row = next.get(id) as GridRow;
      const { [column]: _, ...faults } = row.faults;
      next.set(id, { ...row, values: { ...row.values, [column]: value }, status: 'changed', faults, message: null });
    }
    current.current = next;
    setRows(next);
  }

  /** Takes back the last change and saves that. */
  function undo(): readonly Change[] {
    const changes = steps.current.at(-1) ?? [];
    steps.current = steps.current.slice(0, -1);
    write(changes, false);
    send(changes.map(({ id }) => id));
    return changes;
  }

  /** Saves what has changed in these rows, and reviews them on request. */
  function send(ids: readonly string[], review = false): void {
    for (const id of new Set(ids)) {
      const status = current.current.get(id)?.status;
      if (status === 'reviewed' || (!review && status !== 'changed' && status !== 'refused')) continue;
      waiting.current.set(id, { review: review || waiting.current.get(id)?.review === true });
      update(id, () => ({ status: 'saving' }));
    }
    void post();
  }

  async function post(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    while (waiting.current.size > 0) {
      const batch = [...waiting.current].slice(0, MOST_ROWS);
      const sent = batch.map(([id, { review }]) => {
        waiting.current.delete(id);
        return { id, review, version: versions.current.get(id) ?? 0, values: current.current.get(id)?.values ?? {} };
      });
      const form = new FormData();
      form.set('rows', JSON.stringify(sent));
      const outcomes = await save(form).catch((error: unknown) =>
        sent.map(
          ({ id }): RowOutcome => ({
            id,
            saved: false,
            reviewed: false,
            // `fetch` throws this if there is no response; a failing server does respond.
            faults: [{ message: error instanceof TypeError ? serverDown : failed }]
          })
        )
      );
      for (const outcome of outcomes) take(outcome);
    }
    isSending.current = false;
  }

  function take({ id, faults, version, saved, reviewed }: RowOutcome): void {
    if (version !== undefined) versions.current.set(id, version);
    const placed = Object.fromEntries(faults.flatMap(({ field, message }) => (field ? [[field, message]] : [])));
    const message = faults.find(({ field }) => !field)?.message ?? null;
    update(id, (row) => {
      // What was typed meanwhile is still to be saved.
      if (row.status === 'changed' && !reviewed) return {};
      return { status: reviewed ? 'reviewed' : saved ? 'saved' : 'refused', faults: placed, message };
    });
  }

  const isUnsaved = useMemo(
    () => [...rows.values()].some(({ status }) => status !== null && status !== 'saved' && status !== 'reviewed'),
    [rows]
  );
  return { rows, isUnsaved, write, undo, send };
}

const beginning = ({ id, values }: GridRecord): [string, GridRow] => [
  id,
  { values, status: null, faults: {}, message: null }
];
