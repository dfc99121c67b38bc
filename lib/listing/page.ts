import { may, type Principal } from '../access/principal';
import { database } from '../core/database';
import { calendarDay } from '../core/date-entry';
import { isId } from '../core/ids';
import { Prisma } from '../core/prisma/client';
import { reading } from '../core/replica';
import { type Column, type ColumnType, contains, escaped, type Listing } from './listing';
import { type ListQuery, readQuery } from './query';

/** Counting stops here: "more than 10,000" says enough, and counting on would cost more than the page. */
export const COUNTED = 10_000;
const EXPORT_CHUNK = 5_000;
/** Rows that the database writes as one text. */
const WRITTEN_CHUNK = 20_000;

const TYPES: Record<ColumnType, Prisma.Sql> = {
  text: Prisma.sql`text`,
  choice: Prisma.sql`text`,
  number: Prisma.sql`numeric`,
  money: Prisma.sql`numeric`,
  date: Prisma.sql`date`,
  'date-time': Prisma.sql`timestamptz`,
  boolean: Prisma.sql`boolean`
};

const NOTHING: Record<ColumnType, Prisma.Sql> = {
  text: Prisma.sql`''`,
  choice: Prisma.sql`''`,
  number: Prisma.sql`0`,
  money: Prisma.sql`0`,
  date: Prisma.sql`'epoch'::date`,
  'date-time': Prisma.sql`'epoch'::timestamptz`,
  boolean: Prisma.sql`false`
};

/** A row: the columns asked for, by name, and what it is. */
export interface Row {
  issuerId: string;
  id: string;
  [column: string]: unknown;
}

export interface Page {
  rows: Row[];
  /** Cursors of the pages beside this one; null where there is none. */
  previous: string | null;
  next: string | null;
}

interface Term {
  sql: Prisma.Sql;
  type: ColumnType | 'id';
}

const castOf = (type: Term['type']) => (type === 'id' ? Prisma.sql`uuid` : TYPES[type]);

const isDay = (text: string) => calendarDay().safeParse(text).success;
const TIME = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;
const isText = (text: string) => !text.includes('\0');
const isNumber = (text: string) => /^-?\d{1,30}(\.\d{1,20})?$/.test(text);

/** Whether a cursor's value is one that the database can read; another is none of ours. */
const WRITTEN: Record<Term['type'], (text: string) => boolean> = {
  id: (text) => isId(text),
  text: isText,
  choice: isText,
  number: isNumber,
  money: isNumber,
  date: isDay,
  'date-time': (text) => isDay(text.slice(0, 10)) && TIME.test(text.slice(10)),
  boolean: (text) => text === 'true' || text === 'false'
};

/** What a column is ordered by: one value or several, those without any last. */
function termsOf({ sql, type, nullable, sort }: Column): Term[] {
  if (sort) return sort.map((term) => ({ sql: term, type: 'text' }));
  if (!nullable) return [{ sql, type }];
  return [
    { sql: Prisma.sql`(${sql} IS NULL)`, type: 'boolean' },
    { sql: Prisma.sql`coalesce(${sql}, ${NOTHING[type]})`, type }
  ];
}

async function filterOf(
  principal: Principal,
  column: Column,
  { value, from, to }: ListQuery['filters'][string]
): Promise<Prisma.Sql[]> {
  const { sql, type, filter, matches } = column;
  const found: Prisma.Sql[] = [];
  const literal = (text: string) => Prisma.sql`${text}::text::${TYPES[type]}`;
  if (value && matches) found.push(await matches(value, principal));
  else if (value && filter === 'contains') found.push(contains(value, sql));
  else if (value && filter === 'begins') found.push(Prisma.sql`${sql} ILIKE ${`${escaped(value)}%`}`);
  else if (value) found.push(Prisma.sql`${sql} = ${literal(value)}`);
  if (from) found.push(Prisma.sql`${sql} >= ${literal(from)}`);
  // The whole of the last day.
  if (to && type === 'date-time') found.push(Prisma.sql`${sql} < ${to}::text::date + 1`);
  else if (to) found.push(Prisma.sql`${sql} <= ${literal(to)}`);
  return found;
}

/** Everything that a row must meet: scope, search, filters. Nobody without the area's `view` sees any. */
async function conditionOf(principal: Principal, listing: Listing, query: ListQuery): Promise<Prisma.Sql> {
  if (!may(principal, listing.area, 'view')) return Prisma.sql`FALSE`;
  const filters = Object.entries(query.filters).map(([name, filter]) => {
    const column = listing.columns[name];
    return column ? filterOf(principal, column, filter) : [];
  });
  const searched = query.text && listing.search ? [listing.search(query.text)] : [];
  return Prisma.join(
    [Prisma.sql`(${await listing.where(principal)})`, ...searched, ...(await Promise.all(filters)).flat()],
    ' AND '
  );
}

/** What the query's rows are ordered by: the id decides among equals. */
const orderOf = (listing: Listing, { sort }: ListQuery): Term[] => [
  ...termsOf(listing.columns[sort] as Column),
  { sql: listing.id, type: 'id' }
];

const encode = (keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url');

/** The values of a cursor; null for what is none of ours, which then counts as the beginning. */
function decode(cursor: string | null, terms: Term[]): string[] | null {
  if (cursor === null) return null;
  try {
    const keys = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(keys) || keys.length !== terms.length) return null;
    return terms.every(({ type }, index) => typeof keys[index] === 'string' && WRITTEN[type](keys[index]))
      ? keys
      : null;
  } catch {
    return null;
  }
}

/** A page as a query, found by key: the thousandth costs as much as the first. `backwards` reads from the end. */
async function pageQuery(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  { keys, backwards, size }: { keys: string[] | null; backwards: boolean; size: number }
): Promise<Prisma.Sql> {
  const terms = orderOf(listing, query);
  const descending = query.descending !== backwards;
  const list = (parts: Prisma.Sql[]) => Prisma.join(parts, ', ');
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const place = keys
    ? Prisma.sql`(${list(terms.map(({ sql }) => sql))}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${list(
        terms.map(({ type }, index) => Prisma.sql`${keys[index] as string}::text::${castOf(type)}`)
      )})`
    : Prisma.sql`TRUE`;
  const columns = query.columns.flatMap((name) => {
    const { sql, currency } = listing.columns[name] as Column;
    const value = Prisma.sql`${sql} AS ${Prisma.raw(`"${name}"`)}`;
    return currency ? [value, Prisma.sql`${currency} AS ${Prisma.raw(`"${name}Currency"`)}`] : [value];
  });
  return Prisma.sql`
    SELECT ${list([
      Prisma.sql`${listing.issuer} AS "issuerId", ${listing.id} AS id`,
      ...columns,
      Prisma.sql`ARRAY[${list(terms.map(({ sql }) => Prisma.sql`(${sql})::text`))}] AS key`
    ])}
    FROM ${listing.from(principal)}
    WHERE ${await conditionOf(principal, listing, query)} AND ${place}
    ORDER BY ${list(terms.map(({ sql }) => Prisma.sql`${sql} ${direction}`))}
    LIMIT ${size}`;
}

/** The rows of a page, and whether there are more behind it; `backwards` turns them round. */
async function read(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  { keys, backwards, size }: { keys: string[] | null; backwards: boolean; size: number }
): Promise<{ rows: (Row & { key: string[] })[]; more: boolean }> {
  const page = await pageQuery(principal, listing, query, { keys, backwards, size: size + 1 });
  const rows = await reading((db) => db.$queryRaw<(Row & { key: string[] })[]>(page));
  const more = rows.length > size;
  const taken = rows.slice(0, size);
  for (const name of query.columns) {
    const { read: open } = listing.columns[name] as Column;
    if (open) for (const row of taken) row[name] = typeof row[name] === 'string' ? open(row[name]) : row[name];
  }
  return { rows: backwards ? taken.reverse() : taken, more };
}

/**
 * The page of a list that an address asks for. A cursor that no longer fits leads to the first page, one with
 * nothing more behind it to that end of the list.
 */
export async function listPage(principal: Principal, listing: Listing, query: ListQuery): Promise<Page> {
  const { place, size } = query;
  const backwards = place === 'end' || (typeof place === 'object' && 'before' in place);
  const cursor = typeof place === 'string' ? null : 'after' in place ? place.after : place.before;
  const keys = decode(cursor, orderOf(listing, query));
  if (cursor !== null && keys === null) return listPage(principal, listing, { ...query, place: 'beginning' });
  const { rows, more } = await read(principal, listing, query, { keys, backwards, size });
  if (keys && rows.length === 0)
    return listPage(principal, listing, { ...query, place: backwards ? 'beginning' : 'end' });
  const [first, last] = [rows[0], rows.at(-1)];
  const begun = backwards ? more : keys !== null;
  const goesOn = backwards ? place !== 'end' : more;
  return {
    rows: rows.map(({ key, ...row }) => row as Row),
    previous: begun && first ? encode(first.key) : null,
    next: goesOn && last ? encode(last.key) : null
  };
}

/**
 * The first row that matches and comes after another in the list's order, whether or not that one still matches itself;
 * null at the end, and for a row that isn't in the list.
 */
export async function rowAfter(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  id: string
): Promise<Row | null> {
  const own = { ...readQuery(listing, {}), sort: query.sort, descending: query.descending };
  const itself = {
    ...listing,
    where: async () => Prisma.sql`(${await listing.where(principal)}) AND ${listing.id} = ${id}::uuid`
  };
  const [place] = (await read(principal, itself, own, { keys: null, backwards: false, size: 1 })).rows;
  if (!place) return null;
  const { rows } = await read(principal, listing, query, { keys: place.key, backwards: false, size: 1 });
  const [next] = rows;
  return next ?? null;
}

/** How many rows match; `COUNTED + 1` stands for more. */
export async function listCount(principal: Principal, listing: Listing, query: ListQuery): Promise<number> {
  const condition = await conditionOf(principal, listing, query);
  const [counted] = await reading(
    (db) => db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM ${listing.from(principal)} WHERE ${condition} LIMIT ${COUNTED + 1}
    ) AS matching`
  );
  return counted?.count ?? 0;
}

/** Every row that matches, in the list's order, a chunk at a time: an export holds no more than that in memory. */
export async function* listRows(principal: Principal, listing: Listing, query: ListQuery): AsyncGenerator<Row> {
  let keys: string[] | null = null;
  for (;;) {
    const { rows, more } = await read(principal, listing, query, { keys, backwards: false, size: EXPORT_CHUNK });
    for (const { key, ...row } of rows) yield row as Row;
    const last = rows.at(-1);
    if (!more || !last) return;
    keys = last.key;
  }
}

/**
 * The same rows as texts that the database makes of them, many in each: nothing is done for a single row here. `line` is
 * the text of a row by the names of its columns.
 */
export async function* listTexts(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  line: Prisma.Sql
): AsyncGenerator<string> {
  const readers = new Set(query.columns.flatMap((name) => (listing.columns[name] as Column).read ?? []));
  let keys: string[] | null = null;
  for (;;) {
    const page = await pageQuery(principal, listing, query, { keys, backwards: false, size: WRITTEN_CHUNK });
    const [written] = await reading(
      (db) => db.$queryRaw<{ text: string | null; count: number; key: string | null }[]>`
        SELECT string_agg(line, '') AS text, count(*)::int AS count, (array_agg(key))[count(*)] AS key
        FROM (SELECT ${line} AS line, to_json(page.key)::text AS key FROM (${page}) page) written`
    );
    if (!written?.text || !written.key) return;
    yield [...readers].reduce((text, open) => open(text), written.text);
    if (written.count < WRITTEN_CHUNK) return;
    keys = JSON.parse(written.key);
  }
}

/** A row by what it is called: the list's first text, or what stands first in it. */
export interface NamedRow {
  issuerId: string;
  id: string;
  name: string;
}

function namedRows(principal: Principal, listing: Listing, which: Prisma.Sql): Promise<NamedRow[]> {
  const columns = Object.values(listing.columns);
  const name = columns.find(({ type }) => type === 'text') ?? columns[0];
  return database().$queryRaw<NamedRow[]>`
    SELECT ${listing.issuer} AS "issuerId", ${listing.id} AS id, coalesce((${name?.sql})::text, '') AS name
    FROM ${listing.from(principal)} WHERE ${which}`;
}

/** Those of `ids` that the principal sees in the list: what a bulk action may be done to. */
export async function listedIds(principal: Principal, listing: Listing, ids: readonly string[]): Promise<NamedRow[]> {
  if (!may(principal, listing.area, 'view') || ids.length === 0) return [];
  return namedRows(
    principal,
    listing,
    Prisma.sql`(${await listing.where(principal)}) AND ${listing.id} = ANY(${[...ids]}::uuid[])`
  );
}

/**
 * The next rows that match, by id and not in the list's order: what is done to them may change their place in
 * that, and none is to be met twice or missed.
 */
export async function matchingRows(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  { after, size }: { after: Pick<NamedRow, 'issuerId' | 'id'> | null; size: number }
): Promise<NamedRow[]> {
  const key = Prisma.sql`(${listing.issuer}, ${listing.id})`;
  const place = after ? Prisma.sql`${key} > (${after.issuerId}::uuid, ${after.id}::uuid)` : Prisma.sql`TRUE`;
  return namedRows(
    principal,
    listing,
    Prisma.sql`${await conditionOf(principal, listing, query)} AND ${place}
      ORDER BY ${listing.issuer}, ${listing.id} LIMIT ${size}`
  );
}
