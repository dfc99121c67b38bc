import type { Principal } from '../../access/policy/principal';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import type { Column } from '../listing/listing';
import { columnsOf, conditionOf, selectOf } from '../listing/select';
import { ofGroup } from './calculated';
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
    [COUNT, COUNT_COLUMN],
    ...sumsOf(source).map((name): [string, Column] => {
      const [, column] = named(name);
      // A group without any value has no sum.
      return [name, { ...column, nullable: true }];
    }),
    ...source.calculated.map(({ name }) => named(name))
  ];
}

/**
 * All rows of a report as one select under the scope rule of its list: the rows of the list, or their groups with
 * subtotals and totals, which the database adds up by currency.
 */
export function reportSelect(principal: Principal, source: ReportSource): Promise<Prisma.Sql> {
  const { listing, query, definition } = source;
  return definition.groups.length > 0 ? groupedSelect(principal, source) : selectOf(principal, listing, query);
}

async function groupedSelect(principal: Principal, source: ReportSource): Promise<Prisma.Sql> {
  const { listing, query, definition } = source;
  const sums = sumsOf(source);
  const calculated = source.calculated.map(({ name }) => name);
  const read = { ...query, columns: [...new Set([...definition.groups, ...sums, ...calculated])] };
  const inner = Prisma.sql`SELECT ${Prisma.join(columnsOf(listing, read), ', ')}
    FROM ${listing.from(principal)} WHERE ${await conditionOf(principal, listing, query)}`;
  const groups = definition.groups.map((name) => sqlName(`"${name}"`));
  const currencies = sums.filter((name) => listing.columns[name]?.currency).map((name) => sqlName(`"${name}Currency"`));
  const added = sums.map((name) => Prisma.sql`sum(${sqlName(`"${name}"`)}) AS ${sqlName(`"${name}"`)}`);
  const worked = source.calculated.map(
    (one) => Prisma.sql`${ofGroup(one, sums, listing)} AS ${sqlName(`"${one.name}"`)}`
  );
  const sets = [...groups.keys(), groups.length].reverse().map((count) => {
    const set = [...currencies, ...groups.slice(0, count)];
    return set.length > 0 ? Prisma.sql`(${Prisma.join(set, ', ')})` : Prisma.sql`()`;
  });
  const [first, last] = [groups[0] as Prisma.Sql, groups.at(-1) as Prisma.Sql];
  return Prisma.sql`
    SELECT CASE WHEN GROUPING(${first}) = 1 THEN 'total' WHEN GROUPING(${last}) = 1 THEN 'subtotal' ELSE 'group' END
        AS ${sqlName(`"${LINE}"`)},
      ${Prisma.join([...groups, Prisma.sql`count(*)::int AS ${sqlName(`"${COUNT}"`)}`, ...added, ...worked, ...currencies], ', ')}
    FROM (${inner}) AS matching GROUP BY GROUPING SETS (${Prisma.join(sets, ', ')})
    ORDER BY ${Prisma.join(orderOfGroups(groups, currencies, definition.largest ? largestFirst(sums) : null), ', ')}`;
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
  sum === undefined ? Prisma.sql`count(*) DESC` : Prisma.sql`sum(${sqlName(`"${sum}"`)}) DESC NULLS LAST`;
