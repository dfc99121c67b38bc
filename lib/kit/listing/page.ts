import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { settingPlaceOf } from '../../access/policy/setting-place';
import { settingValue } from '../../access/settings/setting-value';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { exists, readRows } from '../../core/database/rows';
import { calendarDay } from '../../core/entry/date-entry';
import { isId } from '../../core/secrets/ids';
import type { Column, Listing } from './listing';
import { type ListQuery, readQuery } from './query';
import { castOf, columnsOf, conditionOf, orderOf, orderSql, type Term } from './select';

/** Counting stops here, because counting on would cost more than the page. */
export const COUNTED = 10_000;
const EXPORT_CHUNK = 5_000;

/** A row: the requested columns by name, and its identity. */
export interface Row {
  issuerId: string;
  id: string;
  [column: string]: unknown;
}

export interface Page {
  rows: Row[];
  /** Cursors of the adjacent pages; null without one. */
  previous: string | null;
  next: string | null;
}

const isDay = (text: string) => calendarDay().safeParse(text).success;
const TIME = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;
const isText = (text: string) => !text.includes('\0');
const isNumber = (text: string) => /^-?\d{1,30}(\.\d{1,20})?$/.test(text);

/** Whether the database can parse a cursor's value; otherwise the cursor is invalid. */
const WRITTEN: Record<Term['type'], (text: string) => boolean> = {
  id: (text) => isId(text),
  text: isText,
  choice: isText,
  month: isText,
  number: isNumber,
  money: isNumber,
  date: isDay,
  'date-time': (text) => isDay(text.slice(0, 10)) && TIME.test(text.slice(10)),
  boolean: (text) => text === 'true' || text === 'false'
};

const encode = (keys: unknown[]) => Buffer.from(JSON.stringify(keys)).toString('base64url');

/** The values of a cursor; null for an invalid one, which means the beginning. */
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

/** A page as a query by key, so that all pages cost the same. `backwards` reads from the end. */
async function pageQuery(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  { keys, backwards, size }: { keys: string[] | null; backwards: boolean; size: number }
): Promise<Prisma.Sql> {
  const terms = orderOf(listing, query);
  const descending = query.descending !== backwards;
  const list = (parts: Prisma.Sql[]) => Prisma.join(parts, ', ');
  const place = keys
    ? Prisma.sql`(${list(terms.map(({ sql }) => sql))}) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${list(
        terms.map(({ type }, index) => Prisma.sql`${keys[index] as string}::text::${castOf(type)}`)
      )})`
    : Prisma.sql`TRUE`;
  return Prisma.sql`
    SELECT ${list([
      Prisma.sql`${listing.issuer} AS "issuerId", ${listing.id} AS id`,
      ...columnsOf(listing, query),
      Prisma.sql`ARRAY[${list(terms.map(({ sql }) => Prisma.sql`(${sql})::text`))}] AS key`
    ])}
    FROM ${listing.from(principal)}
    WHERE ${await conditionOf(principal, listing, query)} AND ${place}
    ORDER BY ${orderSql(listing, query, backwards)}
    LIMIT ${size}`;
}

const listedRow = z.looseObject({ issuerId: z.string(), id: z.string(), key: z.array(z.string()) });

/** The rows of a page, and whether more follow; `backwards` reverses them. */
async function read(
  principal: Principal,
  listing: Listing,
  query: ListQuery,
  { keys, backwards, size }: { keys: string[] | null; backwards: boolean; size: number }
): Promise<{ rows: (Row & { key: string[] })[]; more: boolean }> {
  const page = await pageQuery(principal, listing, query, { keys, backwards, size: size + 1 });
  const rows = await reading((db) => readRows(db, listedRow)(page));
  const more = rows.length > size;
  const taken = rows.slice(0, size);
  for (const name of query.columns) {
    const { read: open } = listing.columns[name] as Column;
    if (open) for (const row of taken) row[name] = typeof row[name] === 'string' ? open(row[name]) : row[name];
  }
  return { rows: backwards ? taken.reverse() : taken, more };
}

/** What of a list its screen shows, and how many rows that can be; null for all of them. */
interface Shown {
  listing: Listing;
  most: number | null;
}

/** The list as its screen shows it: no more than the first rows of its order, if a setting says how many (CD.11). */
async function shownOf(principal: Principal, listing: Listing, query: ListQuery): Promise<Shown> {
  if (!listing.most) return { listing, most: null };
  const most = await settingValue(database(), settingPlaceOf(principal), listing.most);
  // Read once: it may ask more than the database.
  const seen = await listing.where(principal);
  const first = Prisma.sql`
    SELECT ${listing.issuer}, ${listing.id} FROM ${listing.from(principal)}
    WHERE ${await conditionOf(principal, { ...listing, where: () => seen }, query)}
    ORDER BY ${orderSql(listing, query, false)} LIMIT ${most}`;
  const where = () => Prisma.sql`(${seen}) AND (${listing.issuer}, ${listing.id}) IN (${first})`;
  return { listing: { ...listing, where }, most };
}

/**
 * The page of a list for an address. An invalid cursor leads to the first page, one without further rows to that end of
 * the list.
 */
export async function listPage(principal: Principal, listing: Listing, query: ListQuery): Promise<Page> {
  const { place, size } = query;
  const backwards = place === 'end' || (typeof place === 'object' && 'before' in place);
  const cursor = typeof place === 'string' ? null : 'after' in place ? place.after : place.before;
  const keys = decode(cursor, orderOf(listing, query));
  if (cursor !== null && keys === null) return listPage(principal, listing, { ...query, place: 'beginning' });
  const shown = await shownOf(principal, listing, query);
  const { rows, more } = await read(principal, shown.listing, query, { keys, backwards, size });
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
 * The first matching row after another in the list's order, whether or not that one still matches; null at the end, and
 * for a row that isn't in the list.
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

/** The number of matching rows, and the sums of their amounts. */
export interface ListTotals {
  /** `COUNTED + 1` means more. */
  count: number;
  /** The sums of the list's measure by ISO 4217 code, the largest first; null without a measure, or if more rows match than are counted. */
  sums: { currency: string; amount: string }[] | null;
  /** Whether more rows match than the screen shows, which are not in these totals. */
  isCut: boolean;
}

const totalRow = z.strictObject({ currency: z.string().nullable(), count: z.number(), amount: z.string() });

/** Counts and totals the matching rows in one statement, those that the list's screen shows. */
export async function listTotals(principal: Principal, listing: Listing, query: ListQuery): Promise<ListTotals> {
  const measure = listing.measure === undefined ? undefined : listing.columns[listing.measure];
  const [currency, amount] = measure?.currency ? [measure.currency, measure.sql] : [Prisma.sql`NULL`, Prisma.sql`0`];
  const shown = await shownOf(principal, listing, query);
  const condition = await conditionOf(principal, shown.listing, query);
  const rows = await reading(
    (db) => readRows(db, totalRow)`
    SELECT currency, count(*)::int AS count, coalesce(trim_scale(sum(amount)), 0)::text AS amount FROM (
      SELECT ${currency} AS currency, ${amount} AS amount FROM ${listing.from(principal)}
      WHERE ${condition} LIMIT ${COUNTED + 1}
    ) AS matching GROUP BY currency ORDER BY sum(amount) DESC, currency`
  );
  const count = rows.reduce((total, row) => total + row.count, 0);
  const sums = rows.flatMap((row) => (row.currency === null ? [] : [{ currency: row.currency, amount: row.amount }]));
  const isCut = count === shown.most && (await hasMore(principal, listing, query, count));
  return { count, sums: measure?.currency && count <= COUNTED ? sums : null, isCut };
}

/** Whether more rows match than these many. */
async function hasMore(principal: Principal, listing: Listing, query: ListQuery, count: number): Promise<boolean> {
  const condition = await conditionOf(principal, listing, query);
  return reading(
    (db) => exists(db)`SELECT 1 FROM ${listing.from(principal)} WHERE ${condition} OFFSET ${count} LIMIT 1`
  );
}

/** The number of matching rows; `COUNTED + 1` means more. */
export const listCount = async (principal: Principal, listing: Listing, query: ListQuery): Promise<number> =>
  (await listTotals(principal, { ...listing, measure: undefined }, query)).count;

/** All matching rows in the list's order, in chunks, so that an export uses constant memory. */
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
