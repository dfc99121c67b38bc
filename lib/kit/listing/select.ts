import { may, type Principal } from '../../access/policy/principal';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { startOfDay } from './issuer-days';
import { type Column, type ColumnType, contains, escaped, type Listing } from './listing';
import { type Filter, type ListQuery, valuesOf } from './query';
import { asksForSeen } from './seen-columns';

const TYPES: Record<ColumnType, Prisma.Sql> = {
  text: Prisma.sql`text`,
  choice: Prisma.sql`text`,
  number: Prisma.sql`numeric`,
  money: Prisma.sql`numeric`,
  date: Prisma.sql`date`,
  'date-time': Prisma.sql`timestamptz`,
  month: Prisma.sql`text`,
  boolean: Prisma.sql`boolean`
};

const NOTHING: Record<ColumnType, Prisma.Sql> = {
  text: Prisma.sql`''`,
  choice: Prisma.sql`''`,
  number: Prisma.sql`0`,
  money: Prisma.sql`0`,
  date: Prisma.sql`'epoch'::date`,
  'date-time': Prisma.sql`'epoch'::timestamptz`,
  month: Prisma.sql`''`,
  boolean: Prisma.sql`false`
};

/** A sort expression. */
export interface Term {
  sql: Prisma.Sql;
  type: ColumnType | 'id';
}

export const castOf = (type: Term['type']) => (type === 'id' ? Prisma.sql`uuid` : TYPES[type]);

/** The sort expressions of a column, with empty values last. */
function termsOf({ sql, type, nullable, sort }: Column): Term[] {
  if (sort) return sort.map((term) => ({ sql: term, type: 'text' }));
  if (!nullable) return [{ sql, type }];
  return [
    { sql: Prisma.sql`(${sql} IS NULL)`, type: 'boolean' },
    { sql: Prisma.sql`coalesce(${sql}, ${NOTHING[type]})`, type }
  ];
}

/** A condition that holds where another doesn't, also where a row has no value to compare. */
const unless = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT coalesce(${condition}, FALSE)`;

/** Whether a column has one of some values: a text regardless of case, unless its own filter regards it. */
async function isOneOf(principal: Principal, column: Column, values: readonly string[]): Promise<Prisma.Sql> {
  const { sql, type, filter, matches } = column;
  if (matches) {
    const each = await Promise.all(values.map((value) => matches(value, principal)));
    return Prisma.sql`(${Prisma.join(each, ' OR ')})`;
  }
  if (type === 'text' && filter !== 'equals')
    return Prisma.sql`lower(${sql}) = ANY (SELECT lower(v) FROM unnest(${[...values]}::text[]) AS v)`;
  return Prisma.sql`${sql} = ANY (${[...values]}::text[]::${TYPES[type]}[])`;
}

/** The condition of a filter with a comparison. */
async function comparisonOf(principal: Principal, column: Column, filter: Filter): Promise<Prisma.Sql> {
  const { sql, type } = column;
  const values = valuesOf(filter);
  const isEmpty =
    type === 'text' || type === 'choice' ? Prisma.sql`coalesce(${sql}, '') = ''` : Prisma.sql`${sql} IS NULL`;
  switch (filter.is) {
    case 'empty':
      return isEmpty;
    case 'filled':
      return Prisma.sql`NOT (${isEmpty})`;
    case 'in':
      return isOneOf(principal, column, values);
    case 'contains':
      return containsAny(sql, values);
    case 'without':
      return unless(containsAny(sql, values));
    default:
      return unless(
        column.filter === 'range'
          ? Prisma.sql`(${Prisma.join(await usualOf(principal, column, filter), ' AND ')})`
          : await isOneOf(principal, column, values)
      );
  }
}

const containsAny = (sql: Prisma.Sql, texts: readonly string[]): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(
    texts.map((text) => contains(text, sql)),
    ' OR '
  )})`;

const filterOf = async (principal: Principal, column: Column, filter: Filter): Promise<Prisma.Sql[]> =>
  filter.is ? [await comparisonOf(principal, column, filter)] : usualOf(principal, column, filter);

/** The conditions of a filter that compares as its column does by itself. */
async function usualOf(principal: Principal, column: Column, { value, from, to }: Filter): Promise<Prisma.Sql[]> {
  const { sql, type, filter, matches } = column;
  const conditions: Prisma.Sql[] = [];
  const literal = (text: string) => Prisma.sql`${text}::text::${TYPES[type]}`;
  if (value && matches) conditions.push(await matches(value, principal));
  else if (value && filter === 'contains') conditions.push(contains(value, sql));
  else if (value && filter === 'begins') conditions.push(Prisma.sql`${sql} ILIKE ${`${escaped(value)}%`}`);
  else if (value) conditions.push(Prisma.sql`${sql} = ${literal(value)}`);
  if (type === 'date-time') {
    // Days in the reader's time zone, the last one included.
    if (from) conditions.push(Prisma.sql`${sql} >= ${startOfDay(principal, from)}`);
    if (to) conditions.push(Prisma.sql`${sql} < ${startOfDay(principal, to, 1)}`);
    return conditions;
  }
  if (from) conditions.push(Prisma.sql`${sql} >= ${literal(from)}`);
  if (to) conditions.push(Prisma.sql`${sql} <= ${literal(to)}`);
  return conditions;
}

/** The conditions of filters by column. */
export async function filterConditions(
  principal: Principal,
  listing: Listing,
  filters: ListQuery['filters']
): Promise<Prisma.Sql[]> {
  const conditions = Object.entries(filters).map(([name, filter]) => {
    const column = listing.columns[name];
    return column ? filterOf(principal, column, filter) : [];
  });
  return (await Promise.all(conditions)).flat();
}

/**
 * The condition of all rows: scope, search, filters. Without the `view` permission of the list's area, or of that of a
 * column which the query asks for, no row matches.
 */
export async function conditionOf(principal: Principal, listing: Listing, query: ListQuery): Promise<Prisma.Sql> {
  if (!may(principal, listing.area, 'view') || !asksForSeen(principal, listing, query)) return Prisma.sql`FALSE`;
  const searched = query.text && listing.search ? [listing.search(query.text)] : [];
  return Prisma.join(
    [
      Prisma.sql`(${await listing.where(principal)})`,
      ...searched,
      ...(await filterConditions(principal, listing, query.filters)),
      ...(await anyCondition(principal, listing, query))
    ],
    ' AND '
  );
}

/** The condition that all filters of one of some groups hold; none without groups. */
async function anyCondition(principal: Principal, listing: Listing, { anyOf = [] }: ListQuery): Promise<Prisma.Sql[]> {
  const groups = await Promise.all(anyOf.map((filters) => filterConditions(principal, listing, filters)));
  const whole = groups.filter(({ length }) => length > 0).map((group) => Prisma.sql`(${Prisma.join(group, ' AND ')})`);
  return whole.length > 0 ? [Prisma.sql`(${Prisma.join(whole, ' OR ')})`] : [];
}

/** The sort expressions of a query; the id orders equal rows. */
export const orderOf = (listing: Listing, { sort }: ListQuery): Term[] => [
  ...termsOf(listing.columns[sort] as Column),
  { sql: listing.id, type: 'id' }
];

/** A query's columns by name, the currency of an amount as `<name>Currency`. */
export const columnsOf = (listing: Listing, query: Pick<ListQuery, 'columns'>): Prisma.Sql[] =>
  query.columns.flatMap((name) => {
    const { sql, currency } = listing.columns[name] as Column;
    const value = Prisma.sql`${sql} AS ${sqlName(`"${name}"`)}`;
    return currency ? [value, Prisma.sql`${currency} AS ${sqlName(`"${name}Currency"`)}`] : [value];
  });

/** The order of a query as SQL, or the reverse. */
export function orderSql(listing: Listing, query: ListQuery, backwards = false): Prisma.Sql {
  const direction = query.descending !== backwards ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.join(
    orderOf(listing, query).map(({ sql }) => Prisma.sql`${sql} ${direction}`),
    ', '
  );
}

/** All matching rows in the list's order, as one select of the query's columns. */
export async function selectOf(principal: Principal, listing: Listing, query: ListQuery): Promise<Prisma.Sql> {
  return Prisma.sql`
    SELECT ${Prisma.join(columnsOf(listing, query), ', ')} FROM ${listing.from(principal)}
    WHERE ${await conditionOf(principal, listing, query)} ORDER BY ${orderSql(listing, query)}`;
}
