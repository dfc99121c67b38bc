import type { Principal } from '../../access/policy/principal';
import { sqlCount, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import type { Column, Listing } from '../listing/listing';
import { conditionOf, selectOf } from '../listing/select';
import { ofGroup, withCalculated } from './calculated';
import type { ReportSource } from './report-source';

/** The columns that a grouped report adds: whether a row is a group, a subtotal or a total, and its number of rows. */
const LINE = 'reportLine';
export const COUNT = 'reportCount';

const LINE_COLUMN: Column = {
  sql: Prisma.empty,
  type: 'choice',
  label: 'report.line',
  choices: { group: 'report.line.group', subtotal: 'report.line.subtotal', total: 'report.line.total' }
};
const COUNT_COLUMN: Column = { sql: Prisma.empty, type: 'number', label: 'report.count' };

/** The columns of a report that are added up: the chosen ones among those that the data set allows. */
export const sumsOf = ({ dataSet, query }: ReportSource): string[] =>
  query.columns.filter((name) => dataSet.sums.includes(name));

/** A column of a pivot: what a group has of one sum, or of its rows without any, at one value of the pivot. */
export interface PivotPart {
  name: string;
  /** The column that is added up, or `reportCount`. */
  of: string;
  value: string | null;
}

/** The columns of a report's pivot, whose values are read already. */
export function pivotParts(source: ReportSource): PivotPart[] {
  const sums = sumsOf(source);
  return (source.pivoted ?? []).flatMap((value, at) =>
    (sums.length > 0 ? sums : [COUNT]).map((of) => ({ name: `${of}At${at + 1}`, of, value }))
  );
}

/** Whether a row of the select of a grouped report is a total, which has no group. */
export const isTotal = (): Prisma.Sql => Prisma.sql`${sqlName(`"${LINE}"`)} = 'total'`;

/** Whether a row adds others up. */
export const isTotalLine = (row: Readonly<Record<string, unknown>>): boolean =>
  row[LINE] === 'total' || row[LINE] === 'subtotal';

/** The columns of a report's file with their names, in their order. */
export function reportColumns(source: ReportSource): [string, Column][] {
  const { listing, query, definition } = source;
  const named = (name: string): [string, Column] => [name, listing.columns[name] as Column];
  if (definition.groups.length === 0) return query.columns.map(named);
  return [
    [LINE, LINE_COLUMN],
    ...definition.groups.map(named),
    ...pivotParts(source).map(({ name, of }): [string, Column] => [
      name,
      { ...partColumn(of, listing), nullable: true }
    ]),
    [COUNT, COUNT_COLUMN],
    ...sumsOf(source).map((name): [string, Column] => {
      const [, column] = named(name);
      // A group without any value has no sum.
      return [name, { ...column, nullable: true }];
    }),
    ...source.calculated.map(({ name }) => named(name))
  ];
}

const partColumn = (of: string, { columns }: Listing): Column =>
  of === COUNT ? COUNT_COLUMN : (columns[of] as Column);

/**
 * All rows of a report as one select under the scope rule of its list: the rows of the list, or their groups with
 * subtotals and totals, which the database adds up by currency.
 */
export function reportSelect(principal: Principal, source: ReportSource): Promise<Prisma.Sql> {
  const { listing, query, definition } = source;
  return definition.groups.length > 0 ? groupedSelect(principal, source) : selectOf(principal, listing, query);
}

/**
 * The innermost groups of a grouped report, before they are put together: each with its pivot's value, its number of rows,
 * its sums and those of its calculated values. The database adds the rows up here, once and in parallel where that pays;
 * subtotals and totals add up these groups.
 */
export async function innerSelect(principal: Principal, source: ReportSource): Promise<Prisma.Sql> {
  const { listing, query, definition } = source;
  const calculated = source.calculated.map((one) => ({ ...one, share: null }));
  const { columns } = withCalculated(listing, calculated);
  const { groups, pivot } = definition;
  const sums = sumsOf(source);
  const keys = [
    ...[...new Set([...groups, ...(pivot ? [pivot] : [])])].map((name) => asNamed(columns, name)),
    ...sums.flatMap((name) => {
      const currency = columns[name]?.currency;
      return currency ? [Prisma.sql`${currency} AS ${sqlName(`"${name}Currency"`)}`] : [];
    })
  ];
  const added = [...sums, ...calculated.map(({ name }) => name)].map(
    (name) => Prisma.sql`sum(${(columns[name] as Column).sql}) AS ${sqlName(`"${name}"`)}`
  );
  const kept = await keptFrom(principal, source);
  const count = kept ? Prisma.sql`sum(${kept.count})` : Prisma.sql`count(*)`;
  return Prisma.sql`SELECT ${Prisma.join([...keys, Prisma.sql`${count} AS ${sqlName(`"${COUNT}"`)}`, ...added], ', ')}
    FROM ${kept?.from ?? listing.from(principal)} WHERE ${await conditionOf(principal, listing, query)}
    GROUP BY ${Prisma.join(
      keys.map((_, at) => sqlCount(at + 1)),
      ', '
    )} ${kept ? Prisma.sql`HAVING ${count} <> 0` : Prisma.empty}`;
}

/** The kept sums that answer a report instead of the rows of its list; null if it asks for anything that they don't have. */
async function keptFrom(
  principal: Principal,
  source: ReportSource
): Promise<{ from: Prisma.Sql; count: Prisma.Sql } | null> {
  const { dataSet, query, definition, calculated } = source;
  const { kept, period } = dataSet;
  if (!kept || query.text || calculated.length > 0) return null;
  const { [period]: days = {}, ...filters } = query.filters;
  const told = [
    ...[...definition.groups, ...(definition.pivot ? [definition.pivot] : [])],
    ...[filters, ...query.anyOf].flatMap(Object.keys)
  ];
  if (days.is || days.value || !told.every((name) => kept.told.includes(name))) return null;
  if (!sumsOf(source).every((name) => kept.added.includes(name))) return null;
  const from = await kept.from(principal, days);
  return from && { from, count: kept.count };
}

const asNamed = (columns: Listing['columns'], name: string): Prisma.Sql =>
  Prisma.sql`${(columns[name] as Column).sql} AS ${sqlName(`"${name}"`)}`;

/** The number of rows that some innermost groups have. */
const countOf = (filter = Prisma.empty): Prisma.Sql =>
  Prisma.sql`coalesce(sum(${sqlName(`"${COUNT}"`)}) ${filter}, 0)::int`;

async function groupedSelect(principal: Principal, source: ReportSource): Promise<Prisma.Sql> {
  const { listing, definition } = source;
  const sums = sumsOf(source);
  const groups = definition.groups.map((name) => sqlName(`"${name}"`));
  const currencies = sums.filter((name) => listing.columns[name]?.currency).map((name) => sqlName(`"${name}Currency"`));
  const added = sums.map((name) => Prisma.sql`sum(${sqlName(`"${name}"`)}) AS ${sqlName(`"${name}"`)}`);
  const levels = levelsOf(groups, currencies);
  const worked = source.calculated.map(
    (one) => Prisma.sql`${ofGroup(one, sums, listing, levels)} AS ${sqlName(`"${one.name}"`)}`
  );
  const sets = [...groups.keys(), groups.length].reverse().map((count) => {
    const set = [...currencies, ...groups.slice(0, count)];
    return set.length > 0 ? Prisma.sql`(${Prisma.join(set, ', ')})` : Prisma.sql`()`;
  });
  const [first, last] = [groups[0] as Prisma.Sql, groups.at(-1) as Prisma.Sql];
  const selected = [
    ...[...groups, Prisma.sql`${countOf()} AS ${sqlName(`"${COUNT}"`)}`, ...added, ...partsSql(source)],
    ...[...worked, ...currencies]
  ];
  return Prisma.sql`
    SELECT CASE WHEN GROUPING(${first}) = 1 THEN 'total' WHEN GROUPING(${last}) = 1 THEN 'subtotal' ELSE 'group' END
        AS ${sqlName(`"${LINE}"`)}, ${Prisma.join(selected, ', ')}
    FROM (${await innerSelect(principal, source)}) AS matching WHERE ${isPivoted(source)}
    GROUP BY GROUPING SETS (${Prisma.join(sets, ', ')})
    ORDER BY ${Prisma.join(orderOfGroups(groups, currencies, definition.largest ? largestFirst(sums) : null), ', ')}`;
}

/** The groups of one level: those of the report, and those in one group above. */
function levelsOf(groups: readonly Prisma.Sql[], currencies: readonly Prisma.Sql[]) {
  const report = [...currencies, ...groups.map((group) => Prisma.sql`GROUPING(${group})`)];
  const above = groups
    .slice(0, -1)
    .map((group, at) => Prisma.sql`CASE WHEN GROUPING(${groups[at + 1] as Prisma.Sql}) = 0 THEN ${group} END`);
  return { report, group: [...report, ...above] };
}

/** The columns of the pivot, an amount's currency beside it. */
const partsSql = (source: ReportSource): Prisma.Sql[] =>
  pivotParts(source).flatMap(({ name, of, value }) => {
    const at = Prisma.sql`FILTER (WHERE ${sqlName(`"${source.definition.pivot}"`)}::text IS NOT DISTINCT FROM ${value}::text)`;
    if (of === COUNT) return [Prisma.sql`${countOf(at)} AS ${sqlName(`"${name}"`)}`];
    const sum = Prisma.sql`sum(${sqlName(`"${of}"`)}) ${at} AS ${sqlName(`"${name}"`)}`;
    if (!source.listing.columns[of]?.currency) return [sum];
    return [sum, Prisma.sql`${sqlName(`"${of}Currency"`)} AS ${sqlName(`"${name}Currency"`)}`];
  });

/** A row of a value that came after the columns were read is in no column, and so in no total either. */
function isPivoted({ pivoted, definition: { pivot } }: ReportSource): Prisma.Sql {
  if (pivoted === null || pivot === null) return Prisma.sql`TRUE`;
  const column = sqlName(`"${pivot}"`);
  const values = pivoted.filter((value) => value !== null);
  const known = Prisma.sql`${column}::text = ANY(${values}::text[])`;
  return values.length < pivoted.length ? Prisma.sql`(${known} OR ${column} IS NULL)` : known;
}

/** By currency; within a group its inner groups, then its subtotal. */
const orderOfGroups = (
  groups: readonly Prisma.Sql[],
  currencies: readonly Prisma.Sql[],
  largest: Prisma.Sql | null
) => [
  ...currencies,
  ...groups.flatMap((group, at) => {
    const isLast = at === groups.length - 1;
    return [Prisma.sql`GROUPING(${group})`, ...(isLast && largest ? [largest] : []), group];
  })
];

const largestFirst = ([sum]: readonly string[]): Prisma.Sql =>
  sum === undefined ? Prisma.sql`${countOf()} DESC` : Prisma.sql`sum(${sqlName(`"${sum}"`)}) DESC NULLS LAST`;
