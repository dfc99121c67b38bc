'use client';

import { memo } from 'react';
import type { FormTexts } from '../../ui/form-texts';
import type { Commit } from './cell-editor';
import type { Block, Cell } from './grid-keys';
import type { GridColumn, GridRecord, GridTexts, Suggestions } from './grid-record';
import { GridRowView } from './grid-row-view';
import type { GridRow } from './use-grid-rows';

interface Props {
  /** The index of the first row. */
  from: number;
  records: readonly GridRecord[];
  rows: ReadonlyMap<string, GridRow>;
  columns: readonly GridColumn[];
  labels: Map<string, string>;
  suggestions: Suggestions;
  /** The focused cell and the selected ones; null in parts that hold none of them. */
  place: Cell | null;
  block: Block | null;
  editing: { text: string } | null;
  texts: GridTexts;
  formTexts: FormTexts;
  onCommit: Commit;
  onCancel: () => void;
}

/** Whether nothing has changed in this part; what is known of all rows is another object after each change. */
const isSame = ({ rows, suggestions, ...one }: Props, next: Props) =>
  one.records.every(({ id }) => rows.get(id) === next.rows.get(id) && suggestions[id] === next.suggestions[id]) &&
  (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === next[name]);

/**
 * A part of the grid: a key is answered by one or two of them, of which React looks at each row and the browser lays out
 * each again; with all rows in one part both would take as long as there are rows.
 */
export const GridPart = memo(function GridPart({ from, records, rows, suggestions, place, block, ...props }: Props) {
  const { editing, ...shared } = props;
  return (
    <tbody>
      {records.map((record, at) => {
        const index = from + at;
        const isFocused = place?.row === index;
        const isSelected = block !== null && index >= block.top && index <= block.bottom;
        return (
          <GridRowView
            key={record.id}
            index={index}
            record={record}
            row={rows.get(record.id)}
            suggestions={suggestions[record.id]}
            active={isFocused ? place.column : null}
            first={isSelected ? block.left : null}
            last={isSelected ? block.right : null}
            draft={isFocused && editing ? editing.text : null}
            {...shared}
          />
        );
      })}
    </tbody>
  );
}, isSame);
