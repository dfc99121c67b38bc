import './table.css';
import type { Key, ReactNode } from 'react';
import { Scroller } from './scroller';

export interface Column {
  label: string;
  /** Numbers, whose digits align. */
  figure?: boolean;
  /** The heading is for screen readers only. */
  silent?: boolean;
  /** Additional classes. */
  className?: string;
}

interface Props {
  /** The table's caption, if the heading above doesn't name it. */
  label?: string;
  columns: readonly Column[];
  /** A cell for each column. */
  rows: readonly { key: Key; cells: readonly ReactNode[] }[];
  foot?: readonly ReactNode[];
  /** Whether the first cell of a row is its name. */
  named?: boolean;
  /** Whether rows become cards on narrow screens; else the table scrolls. */
  cards?: boolean;
}

/** A table in a page. */
export function Table({ label, columns, rows, foot, named = false, cards = true }: Props) {
  const line = (cells: readonly ReactNode[]) =>
    columns.map((column, index) =>
      named && index === 0 ? (
        <th key={index} scope="row" className={lookOf(column)}>
          {cells[index]}
        </th>
      ) : (
        <td key={index} data-label={column.silent ? undefined : column.label} className={lookOf(column)}>
          {cells[index]}
        </td>
      )
    );
  return (
    <Scroller className={cards ? 'table table-cards' : 'table'} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={lookOf(column)}>
                {column.silent ? <span className="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>{line(cells)}</tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{line(foot)}</tr>
          </tfoot>
        )}
      </table>
    </Scroller>
  );
}

const lookOf = ({ figure, className }: Column) =>
  [figure && 'figure', className].filter(Boolean).join(' ') || undefined;
