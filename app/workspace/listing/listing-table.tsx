import { isValidElement, type ReactNode } from 'react';
import type { BulkAction } from '@/lib/kit/bulk/bulk-action';
import type { Column, Listing } from '@/lib/kit/listing/listing';
import type { Row } from '@/lib/kit/listing/page';
import { Avatar } from '../ui/avatar';
import { CategoryIcon } from '../ui/category-icon';
import { Later } from '../ui/later';
import { Link } from '../ui/link';
import { Scroller } from '../ui/scroller';
import type { ListingContext } from './listing-context';
import type { ListingShape, NamedColumn } from './listing-shape';
import { rowFacts } from './row-facts';
import { SelectAll } from './select-all';
import { shownValue } from './shown-value';

interface Props {
  context: ListingContext;
  shape: ListingShape;
  rows: Row[];
  href?: ((row: Row) => string | null) | undefined;
  cells?: Record<string, (row: Row) => ReactNode> | undefined;
  /** Content beside the name of a row, by its id. */
  marks?: ReadonlyMap<string, ReactNode> | undefined;
  /** The bulk actions: with them each row has a checkbox named `ids` in the surrounding form. */
  actions: readonly [string, BulkAction][];
  /** The row that is open beside the list. */
  open: string | null;
}

const isNumeric = ({ type }: Column) => type === 'number' || type === 'money';
/** The types whose values differ in width from row to row. */
const TEXTS: ReadonlySet<Column['type']> = new Set(['choice', 'date', 'date-time', 'text']);
/** With more columns than these, a table scrolls sideways. */
const MOST_COLUMNS = 8;
/** More rows than these fill no window. */
export const MOST_IN_WINDOW = 20;

/** The rows under sortable headings; on a narrow screen each row has two lines. */
export function ListingTable({ context, shape, rows, href, cells, marks, actions, open }: Props) {
  const { listing, t } = context;
  const selectable = actions.length > 0;
  const shown = (name: string, column: Column, row: Row) =>
    cells?.[name]?.(row) ?? shownValue(context, shape, name, column, row);
  const isWide = shape.columns.length > MOST_COLUMNS;
  const widest = ({ name, column }: NamedColumn) =>
    TEXTS.has(column.type) ? longest(rows.map((row) => shown(name, column, row))) : undefined;
  const line = (row: Row) => (
    <tr key={`${row.issuerId}/${row.id}`} data-row={row.id} aria-current={row.id === open ? 'true' : undefined}>
      {selectable && (
        <td className="listing-select">
          <input
            type="checkbox"
            name="ids"
            value={row.id}
            {...rowFacts(actions, shape, row)}
            aria-label={t('listing.select', { name: String(row[shape.title] ?? row.id) })}
          />
        </td>
      )}
      {shape.columns.map(({ name, column }) =>
        name === shape.title ? (
          <TitleCell
            key={name}
            title={shown(name, column, row) ?? row.id}
            href={href?.(row) ?? null}
            face={faceOf(listing, shape, row)}
            mark={marks?.get(row.id)}
            date={shape.date && shown(shape.date.name, shape.date.column, row)}
            support={shape.support.map((part) => shown(part.name, part.column, row)).filter(Boolean)}
          />
        ) : (
          <td key={name} className={lookOf({ name, column }, shape)}>
            {shown(name, column, row) ?? <span className="listing-none">–</span>}
          </td>
        )
      )}
    </tr>
  );
  return (
    <Scroller
      className={isWide ? 'listing-scroll listing-wide' : 'listing-scroll'}
      aria-label={t(`listing.${listing.name}`)}
    >
      <table>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="listing-select">
                <SelectAll label={t('listing.select.all')} />
              </th>
            )}
            {shape.columns.map((named) => (
              <Heading key={named.name} {...named} context={context} shape={shape} widest={widest(named)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_IN_WINDOW).map(line)}
          <Later>{rows.slice(MOST_IN_WINDOW).map(line)}</Later>
        </tbody>
      </table>
    </Scroller>
  );
}

/** The longest text among values, of those that are a text or a time. */
const longest = (values: ReactNode[]): string | undefined =>
  values.map(wordsOf).reduce((most, words) => (words.length > most.length ? words : most), '') || undefined;

function wordsOf(value: ReactNode): string {
  if (typeof value === 'string') return value;
  return isValidElement<{ children: string }>(value) && value.type === 'time' ? value.props.children : '';
}

/** The class of a cell: how it aligns, and its place in a row of two lines. */
function lookOf({ name, column }: NamedColumn, { figure, state, narrow }: ListingShape): string | undefined {
  const looks = [
    isNumeric(column) && 'numeric',
    column.type === 'text' && 'listing-text',
    name === figure && 'listing-figure',
    name === state && 'listing-state',
    narrow.includes(name) && `listing-narrow-${narrow.indexOf(name) + 1}`
  ];
  return looks.filter(Boolean).join(' ') || undefined;
}

/** What stands before the name of a row. */
function faceOf({ presentation }: Listing, { title }: ListingShape, row: Row): ReactNode {
  const face = presentation?.face;
  if (!face) return null;
  if (face === 'person') return <Avatar name={String(row[title] ?? '')} />;
  const category = row[face.category];
  return <CategoryIcon mcc={typeof category === 'string' ? category : null} />;
}

interface TitleProps {
  title: ReactNode;
  face: ReactNode;
  href: string | null;
  mark: ReactNode;
  /** On a narrow screen alone. */
  date: ReactNode;
  support: ReactNode[];
}

/** The first cell of a row: its name, which opens it, and what helps to recognize it. */
const TitleCell = ({ title, face, href, mark, date, support }: TitleProps) => (
  <td className="listing-title">
    <div className={face ? 'listing-faced' : undefined}>
      {face}
      <div>
        <div className="listing-name">
          {href ? <Link href={href}>{title}</Link> : title}
          {mark && <> {mark}</>}
        </div>
        {(date || support.length > 0) && (
          <div className="listing-support">
            {date && <span className="listing-date">{date}</span>}
            {support.map((part, index) => (
              <span key={index}>{part}</span>
            ))}
          </div>
        )}
      </div>
    </div>
  </td>
);

interface HeadingProps extends NamedColumn {
  context: ListingContext;
  shape: ListingShape;
  /** The column's longest text, whose width it has before the browser has read all rows. */
  widest: string | undefined;
}

/** A heading; on a sortable column a link that sorts, and reverses the order the next time. */
function Heading({ name, column, context, shape, widest }: HeadingProps) {
  const { listing, query, t, address } = context;
  const current = query.sort === name;
  const currency = shape.currencies.get(name);
  const label = currency ? `${t(column.label)}, ${currency}` : t(column.label);
  const isFaced = listing.presentation?.face !== undefined;
  const titleLook = isFaced ? 'listing-title listing-title-faced' : 'listing-title';
  const className = name === shape.title ? titleLook : lookOf({ name, column }, shape);
  if (column.sort === false) {
    return (
      <th scope="col" className={className} data-widest={widest}>
        {label}
      </th>
    );
  }
  const descending = current && !query.descending;
  return (
    <th
      scope="col"
      className={className}
      data-widest={widest}
      aria-sort={current ? (query.descending ? 'descending' : 'ascending') : undefined}
    >
      <Link href={address({ sort: name, order: descending ? 'descending' : null })} scroll={false}>
        {label}
        <span aria-hidden="true" className="listing-order">
          {current ? (query.descending ? '↓' : '↑') : ''}
        </span>
      </Link>
    </th>
  );
}
