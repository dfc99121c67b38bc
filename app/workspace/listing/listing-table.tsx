import type { ReactNode } from 'react';
import { type Column, wordOfChoice } from '@/lib/kit/listing/listing';
import type { Row } from '@/lib/kit/listing/page';
import { Scroller } from '../ui/scroller';
import type { ListingContext } from './listing-context';
import { SelectAll } from './select-all';

interface Props {
  context: ListingContext;
  rows: Row[];
  href?: (row: Row) => string | null;
  cells?: Record<string, (row: Row) => ReactNode>;
  /** Content beside the name of a row, by its id. */
  marks?: ReadonlyMap<string, ReactNode>;
  /** Whether each row has a checkbox named `ids` in the surrounding form. */
  selectable: boolean;
}

const isNumeric = ({ type }: Column) => type === 'number' || type === 'money';

/** The rows under sortable headings; on a narrow screen each row is a card. */
export function ListingTable({ context, rows, href, cells, marks, selectable }: Props) {
  const { listing, query, t } = context;
  const columns = query.columns.map((name) => ({ name, column: listing.columns[name] as Column }));
  const title = (columns.find(({ column }) => column.type === 'text') ?? columns[0])?.name ?? 'id';
  return (
    <Scroller className="listing-scroll" aria-label={t(`listing.${listing.name}`)}>
      <table>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="listing-select">
                <SelectAll label={t('listing.select.all')} />
              </th>
            )}
            {columns.map(({ name, column }) => (
              <Heading key={name} name={name} column={column} context={context} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.issuerId}/${row.id}`}>
              {selectable && (
                <td className="listing-select">
                  <input
                    type="checkbox"
                    name="ids"
                    value={row.id}
                    aria-label={t('listing.select', { name: String(row[title] ?? row.id) })}
                  />
                </td>
              )}
              {columns.map(({ name, column }, index) => {
                const shown = cells?.[name]?.(row) ?? shownValue(context, name, column, row);
                const target = index === 0 ? href?.(row) : null;
                return (
                  <td key={name} data-label={t(column.label)} className={isNumeric(column) ? 'numeric' : undefined}>
                    {target ? <a href={target}>{shown ?? row.id}</a> : (shown ?? '–')}
                    {index === 0 && marks?.has(row.id) && <> {marks.get(row.id)}</>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** A heading; on a sortable column a link that sorts, and reverses the order the next time. */
function Heading({ name, column, context }: { name: string; column: Column; context: ListingContext }) {
  const { query, t, address } = context;
  const current = query.sort === name;
  const className = isNumeric(column) ? 'numeric' : undefined;
  if (column.sort === false) {
    return (
      <th scope="col" className={className}>
        {t(column.label)}
      </th>
    );
  }
  const descending = current && !query.descending;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={current ? (query.descending ? 'descending' : 'ascending') : undefined}
    >
      <a href={address({ sort: name, order: descending ? 'descending' : null })}>
        {t(column.label)}
        <span aria-hidden="true" className="listing-order">
          {current ? (query.descending ? '▼' : '▲') : ''}
        </span>
      </a>
    </th>
  );
}

/** A value formatted by its type for this user; null if there is none. */
function shownValue({ t, format }: ListingContext, name: string, column: Column, row: Row): ReactNode {
  const value = row[name];
  if (value === null || value === undefined || value === '') return null;
  switch (column.type) {
    case 'date':
      return <time dateTime={(value as Date).toISOString().slice(0, 10)}>{format.date(value as Date)}</time>;
    case 'date-time':
      return <time dateTime={(value as Date).toISOString()}>{format.dateTime(value as Date)}</time>;
    case 'number':
      return format.number(Number(value));
    case 'money':
      return format.money(value as { toString(): string }, String(row[`${name}Currency`]));
    case 'boolean':
      return t(value ? 'yes' : 'no');
    case 'choice':
      return wordOfChoice(t, column, value);
    default:
      return String(value);
  }
}
