import type { Column, Listing } from '@/lib/kit/listing/listing';
import type { Row } from '@/lib/kit/listing/page';
import type { ListQuery } from '@/lib/kit/listing/query';

/** A column of a list with its name. */
export interface NamedColumn {
  name: string;
  column: Column;
}

/** Where the columns of a list stand in its rows. */
export interface ListingShape {
  title: string;
  /** The columns in the line below the title. */
  support: NamedColumn[];
  /** The column of the date in that line on a narrow screen. */
  date: NamedColumn | null;
  /** The names of the columns in that line on a narrow screen if nothing else is in it. */
  narrow: string[];
  /** The columns with a place of their own, in order; the title is the first. */
  columns: NamedColumn[];
  figure?: string;
  foreign?: string;
  state?: string;
  /** Of each column of money, the currency that all rows of the page have. */
  currencies: ReadonlyMap<string, string>;
}

const isMoney = ({ type }: Column) => type === 'money';
const STATES = ['state', 'status'];

/** The columns of a list that its presentation places. */
function placesOf({ columns, presentation = {} }: Listing) {
  const names = Object.keys(columns);
  const of = (fits: (column: Column) => boolean) => names.find((name) => fits(columns[name] as Column));
  return {
    title: presentation.title ?? of(({ hidden }) => !hidden) ?? (names[0] as string),
    figure: presentation.figure ?? of(isMoney),
    state: presentation.state ?? names.find((name) => STATES.includes(name) && columns[name]?.type === 'choice')
  };
}

/** The columns that a page of the list reads: the reader's choice, and what the presentation needs beside them. */
export function columnsRead(listing: Listing, query: ListQuery): string[] {
  const { support = [], date, face, foreign } = listing.presentation ?? {};
  const { title, figure, state } = placesOf(listing);
  const category = typeof face === 'object' ? face.category : undefined;
  return [...new Set([...query.columns, title, ...support, date, category, figure, figure && foreign, state])].filter(
    (name): name is string => name !== undefined && Object.hasOwn(listing.columns, name)
  );
}

/** The shape of a list's rows. */
export function shapeOf(listing: Listing, query: ListQuery, rows: readonly Row[]): ListingShape {
  const { title, figure, state } = placesOf(listing);
  const { support = [], date, foreign, common = [] } = listing.presentation ?? {};
  const named = (name: string): NamedColumn => ({ name, column: listing.columns[name] as Column });
  const repeated = (name: string) =>
    common.includes(name) && rows.length > 1 && rows.every((row) => row[name] === rows[0]?.[name]);
  const shown = query.columns.filter((name) => name !== title && !support.includes(name) && !repeated(name));
  return {
    title,
    support: support.filter((name) => Object.hasOwn(listing.columns, name)).map(named),
    date: date !== undefined && Object.hasOwn(listing.columns, date) ? named(date) : null,
    narrow: support.length === 0 && date === undefined ? narrowOf(listing, shown) : [],
    columns: [title, ...shown].map(named),
    ...(figure !== undefined && shown.includes(figure) && { figure }),
    ...(foreign !== undefined && { foreign }),
    ...(state !== undefined && shown.includes(state) && { state }),
    currencies: currenciesOf(listing, rows)
  };
}

/** The types of columns whose values say without their heading which row it is. */
const RECOGNIZABLE: readonly Column['type'][] = ['text', 'choice', 'date', 'date-time', 'month'];
/** The number of columns that a narrow screen shows below the name. */
const NARROW = 2;

function narrowOf(listing: Listing, shown: readonly string[]): string[] {
  const { figure, state } = placesOf(listing);
  return shown
    .filter((name) => name !== figure && name !== state)
    .filter((name) => RECOGNIZABLE.includes((listing.columns[name] as Column).type))
    .slice(0, NARROW);
}

function currenciesOf(listing: Listing, rows: readonly Row[]): Map<string, string> {
  const money = Object.entries(listing.columns).filter(([, column]) => isMoney(column));
  return new Map(
    money.flatMap(([name]) => {
      const all = new Set(rows.flatMap((row) => (row[name] == null ? [] : [String(row[`${name}Currency`])])));
      return all.size === 1 ? [[name, [...all][0] as string] as const] : [];
    })
  );
}
