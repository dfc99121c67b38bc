'use client';

import { memo } from 'react';
import { valueKey } from '@/lib/money/allocation/value-key';
import type { FormTexts } from '../../ui/form-texts';
import { Link } from '../../ui/link';
import { CellEditor, type Commit } from './cell-editor';
import type { CellSuggestion, GridColumn, GridRecord, GridTexts } from './grid-record';
import type { GridRow } from './use-grid-rows';

interface Props {
  index: number;
  record: GridRecord;
  row: GridRow | undefined;
  columns: readonly GridColumn[];
  /** The labels of values of codes, by `valueKey`; a choice from a list adds its own. */
  labels: Map<string, string>;
  suggestions: Readonly<Record<string, CellSuggestion>> | undefined;
  /** The column of the focused cell; null in other rows. */
  active: number | null;
  /** The first and the last selected column; null in rows beside the selection. */
  first: number | null;
  last: number | null;
  /** What the editor of the focused cell begins with; null while nothing is edited. */
  draft: string | null;
  texts: GridTexts;
  formTexts: FormTexts;
  onCommit: Commit;
  onCancel: () => void;
}

/** A row of the grid. It is rendered again only when something in it has changed. */
export const GridRowView = memo(function GridRowView(props: Props) {
  const { index, record, row, columns, active, first, last, texts } = props;
  const selected = (column: number) => first !== null && last !== null && column >= first && column <= last;
  const cell = (column: number) => ({
    'data-cell': `${index}/${column}`,
    tabIndex: active === column ? 0 : -1,
    'aria-selected': selected(column)
  });
  return (
    <tr aria-rowindex={index + 2} data-reviewed={row?.status === 'reviewed' || undefined}>
      <th scope="row" className="coding-what" {...cell(0)} aria-selected={undefined}>
        <span className="coding-name">
          <Link href={record.href} tabIndex={-1}>
            {record.name}
          </Link>
          <span className="coding-amount">{record.amount}</span>
        </span>
        <span className="support">{record.closed ?? record.detail}</span>
      </th>
      {columns.map((column, at) => (
        <ValueCell key={column.name} {...props} column={column} place={cell(at + 1)} isActive={active === at + 1} />
      ))}
      <td className="coding-state" {...cell(columns.length + 1)}>
        {row?.message && <span className="field-error">{row.message}</span>}
        <StateText row={row} texts={texts} />
        {record.closed === null && row?.status !== 'reviewed' && (
          <button type="button" className="quiet small" tabIndex={-1} data-review="" aria-keyshortcuts="Control+Enter">
            {texts.review}
          </button>
        )}
      </td>
    </tr>
  );
});

function StateText({ row, texts }: Pick<Props, 'row' | 'texts'>) {
  const told = { saving: texts.saving, saved: texts.saved, refused: texts.refused, reviewed: texts.reviewed };
  const status = row?.status;
  return <span className="support">{status && status !== 'changed' ? told[status] : ''}</span>;
}

interface ValueCellProps extends Props {
  column: GridColumn;
  place: { 'data-cell': string; tabIndex: number; 'aria-selected': boolean };
  isActive: boolean;
}

function ValueCell(props: ValueCellProps) {
  const { record, row, column, labels, suggestions, draft, formTexts, onCommit, onCancel, place, isActive } = props;
  const { name } = column;
  const value = row?.values[name] ?? '';
  const fault = row?.faults[name];
  const isEditable = record.editable.includes(name) && row?.status !== 'reviewed';
  const suggestion = isEditable && value === '' ? suggestions?.[name] : undefined;
  const label = column.codeId
    ? labels.get(valueKey(column.codeId, value))
    : column.options?.find((option) => option.value === value)?.label;
  // In a grid a cell is a `gridcell`, which can have both.
  const state = { ...place, 'aria-readonly': !isEditable || undefined, 'aria-invalid': fault ? true : undefined };
  return (
    <td {...state}>
      {isActive && draft !== null ? (
        <CellEditor
          column={column}
          value={draft}
          source={`/workspace/transactions/${record.id}/values`}
          parent={column.parent ? (row?.values[column.parent] ?? '') : ''}
          labels={labels}
          texts={formTexts}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      ) : (
        <>
          <span className="coding-value">{label ?? value}</span>
          {suggestion && <span className="coding-suggestion">{suggestion.value}</span>}
        </>
      )}
      {fault && <span className="field-error">{fault}</span>}
    </td>
  );
}
