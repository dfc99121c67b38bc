import { SETTINGS } from '../../access/settings/settings';
import { calendarDay } from '../../core/entry/date-entry';
import type { TextKey } from '../../core/language/text-key';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import type { Column, Listing } from './listing';

/** The default number of rows on a page (CD.11). */
const PAGE_SIZE = SETTINGS['list.page.size'].default;

/** How a filter compares if other than its column does by itself: `not`, `without` and `filled` hold where the others don't. */
export const COMPARISONS = ['in', 'not', 'contains', 'without', 'empty', 'filled'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A filter of a column: the value, or the ends of a range. A filter with a comparison can have several values, in lines. */
export interface Filter {
  value?: string;
  from?: string;
  to?: string;
  is?: Comparison;
}

/** The maximum number of values of one filter. */
const MOST_VALUES = 50;

/** The values of a filter with a comparison. */
export const valuesOf = ({ value = '' }: Filter): string[] => [
  ...new Set(
    value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  )
];

/** The comparisons that a column's filter offers besides its own. */
export function comparisonsOf({ filter, nameOf, type, matches, nullable }: Column): Comparison[] {
  if (!filter || nameOf) return [];
  const presence: Comparison[] = nullable ? ['empty', 'filled'] : [];
  if (type === 'boolean') return presence;
  if (filter === 'range') return ['not', ...presence];
  if (type !== 'text' || matches) return ['in', 'not', ...presence];
  return ['in', 'not', ...(filter === 'contains' ? [] : ['contains' as const]), 'without', ...presence];
}

/** A list's query from an address. */
export interface ListQuery {
  text: string;
  /** By column. */
  filters: Record<string, Filter>;
  /** Filters of which one must hold besides the others. */
  anyOf?: readonly ListQuery['filters'][];
  sort: string;
  descending: boolean;
  columns: string[];
  size: number;
  /** The position: after or before a row, at the end, or at the beginning. */
  place: { after: string } | { before: string } | 'end' | 'beginning';
  /** Invalid filters by parameter, which are reported and ignored. */
  faults: Record<string, TextKey>;
}

export type SearchParams = Record<string, string | string[] | undefined>;

const DAY = calendarDay();
/** With either decimal mark. A comma before three digits is ambiguous between languages and refused. */
const NUMBER = /^-?\d{1,15}(\.\d{1,9}|,(?!\d{3}$)\d{1,9})?$/;

/** The message key of a filter value's fault, if any. */
function faultOf(column: Column, value: string): TextKey | undefined {
  switch (column.type) {
    case 'date':
    case 'date-time':
      return DAY.safeParse(value).success ? undefined : 'date.invalid';
    case 'number':
    case 'money':
      return NUMBER.test(value) ? undefined : 'number.invalid';
    case 'choice':
      return Object.hasOwn(column.choices ?? {}, value) ? undefined : 'invalid.entry';
    case 'boolean':
      return value === 'true' || value === 'false' ? undefined : 'invalid.entry';
    default:
      return value.length <= 200 ? undefined : 'too.long';
  }
}

/** The query string of a list's address with whole card numbers masked, because it is stored and shown (C9.009). */
export const maskedQuery = (query: string): string =>
  new URLSearchParams([...new URLSearchParams(query)].map((pair) => pair.map(withoutCardNumbers))).toString();

/**
 * Parses a list's query from an address; whole card numbers are reduced to their last four digits. Unknown columns and
 * invalid values are ignored; `usual` is the default page size.
 */
export function readQuery<Name extends string>(
  listing: Listing<Name>,
  params: SearchParams,
  usual = PAGE_SIZE
): ListQuery {
  const single = (name: string) => {
    const value = params[name];
    // The database accepts no NUL.
    return typeof value === 'string' ? withoutCardNumbers(value.replaceAll('\0', '').trim()) : '';
  };
  const names = Object.keys(listing.columns) as Name[];
  const filters: ListQuery['filters'] = {};
  const faults: ListQuery['faults'] = {};
  const take = (name: string, column: Column) => {
    const value = single(name);
    if (!value) return undefined;
    const fault = faultOf(column, value);
    if (fault) faults[name] = fault;
    return fault ? undefined : written(column, value);
  };
  const rangeOf = (name: string, column: Column): Filter | undefined => {
    const [from, to] = [take(`${name}.from`, column), take(`${name}.to`, column)];
    const isReversed = from && to && comparable(column, from) > comparable(column, to);
    if (isReversed) faults[`${name}.to`] = 'range.reversed';
    return isReversed || (!from && !to) ? undefined : { ...(from && { from }), ...(to && { to }) };
  };
  const oneOf = (name: string, column: Column): Filter | undefined => {
    const value = take(name, column);
    return value ? { value } : undefined;
  };
  const linesOf = (name: string, column: Column): Filter | undefined => {
    const lines = valuesOf({ value: single(name) });
    const fault = lines.length > MOST_VALUES ? 'too.long' : lines.map((line) => faultOf(column, line)).find(Boolean);
    if (fault) faults[name] = fault;
    return fault || lines.length === 0 ? undefined : { value: lines.map((line) => written(column, line)).join('\n') };
  };
  const filterOf = (name: string, column: Column): Filter | undefined => {
    const asked = single(`${name}.is`);
    const is = comparisonsOf(column).find((one) => one === asked);
    // Without its comparison a filter would mean something else.
    if (asked && !is) faults[`${name}.is`] = 'invalid.entry';
    if (asked && !is) return undefined;
    if (is === 'empty' || is === 'filled') return { is };
    const read = column.filter === 'range' ? rangeOf : is ? linesOf : oneOf;
    const filter = read(name, column);
    return filter && { ...filter, ...(is && { is }) };
  };
  for (const name of names) {
    const column = listing.columns[name];
    const filter = column.filter && filterOf(name, column);
    if (filter) filters[name] = filter;
  }
  const sortable = (name: string): name is Name =>
    names.includes(name as Name) && listing.columns[name as Name].sort !== false;
  const sort = single('sort');
  const chosen = [params.columns ?? []].flat().flatMap((list) => list.split(','));
  const columns = names.filter((name) =>
    chosen.some((one) => names.includes(one as Name)) ? chosen.includes(name) : !listing.columns[name].hidden
  );
  const size = Number(single('size'));
  const [after, before] = [single('after'), single('before')];
  return {
    text: single('q').slice(0, 100),
    filters,
    faults,
    sort: sortable(sort) ? sort : listing.order.column,
    descending: sortable(sort) ? single('order') === 'descending' : Boolean(listing.order.descending),
    columns,
    size: Number.isInteger(size) && size >= 10 && size <= 200 ? size : usual,
    place: after ? { after } : before ? { before } : single('place') === 'end' ? 'end' : 'beginning'
  };
}

/** A value with the decimal mark of the database. */
const written = ({ type }: Column, value: string): string =>
  type === 'number' || type === 'money' ? value.replace(',', '.') : value;

/** From must not come after to (C5.018). */
function comparable(column: Column, value: string): string | number {
  return column.type === 'number' || column.type === 'money' ? Number(value) : value;
}

/** The query in the form of an address, without its position. */
export function writeQuery<Name extends string>(
  listing: Listing<Name>,
  query: ListQuery,
  usual = PAGE_SIZE
): URLSearchParams {
  const params = new URLSearchParams();
  if (query.text) params.set('q', query.text);
  for (const [name, { value, from, to, is }] of Object.entries(query.filters)) {
    if (value) params.set(name, value);
    if (is) params.set(`${name}.is`, is);
    if (from) params.set(`${name}.from`, from);
    if (to) params.set(`${name}.to`, to);
  }
  if (query.sort !== listing.order.column || query.descending !== Boolean(listing.order.descending)) {
    params.set('sort', query.sort);
    if (query.descending) params.set('order', 'descending');
  }
  const shown = (Object.keys(listing.columns) as Name[]).filter((name) => !listing.columns[name].hidden);
  if (query.columns.join() !== shown.join()) params.set('columns', query.columns.join());
  if (query.size !== usual) params.set('size', String(query.size));
  return params;
}
