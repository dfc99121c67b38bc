import { SETTINGS } from '../../access/settings/settings';
import { calendarDay } from '../../core/entry/date-entry';
import type { TextKey } from '../../core/language/text-key';
import { withoutCardNumbers } from '../../core/secrets/card-digits';
import type { Column, Listing } from './listing';

/** The default number of rows on a page (CD.11). */
const PAGE_SIZE = SETTINGS['list.page.size'].default;

/** A list's query from an address. */
export interface ListQuery {
  text: string;
  /** By column: the value, or the ends of a range. */
  filters: Record<string, { value?: string; from?: string; to?: string }>;
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
    return fault ? undefined : value.replace(',', column.type === 'number' || column.type === 'money' ? '.' : ',');
  };
  for (const name of names) {
    const column = listing.columns[name];
    if (!column.filter) continue;
    if (column.filter !== 'range') {
      const value = take(name, column);
      if (value) filters[name] = { value };
      continue;
    }
    const [from, to] = [take(`${name}.from`, column), take(`${name}.to`, column)];
    if (from && to && comparable(column, from) > comparable(column, to)) faults[`${name}.to`] = 'range.reversed';
    else if (from || to) filters[name] = { from, to };
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
  for (const [name, { value, from, to }] of Object.entries(query.filters)) {
    if (value) params.set(name, value);
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
