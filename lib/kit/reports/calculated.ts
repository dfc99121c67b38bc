import { sqlCount, sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import type { Column, Listing } from '../listing/listing';
import {
  type Compares,
  chooses,
  columnsIn,
  degreeOf,
  type Expression,
  isAdditive,
  type OperandKind,
  partsIn,
  type Share
} from './expression';
import { type ExpressionFault, parseExpression } from './parse-expression';

/** The maximum number of a report's calculated columns. */
export const MOST_CALCULATED = 5;
/** The decimals of a calculated value. */
const DECIMALS = 6;

/** A calculated column as it is saved: its expression names columns as the product does. */
export interface Calculation {
  heading: string;
  expression: string;
  /** Missing: the value itself. */
  share?: Share | undefined;
}

/** A calculated column that its report can show. */
export interface Calculated {
  name: string;
  heading: string;
  expression: Expression;
  share: Share | null;
}

/** The name of a report's calculated column by its place. */
const nameAt = (at: number) => `calculated${at + 1}`;

const TYPES: Readonly<Record<OperandKind, readonly string[]>> = { number: ['money', 'number'], date: ['date'] };

/** The columns that an expression may name: the amounts and numbers, or the dates, among those of the report. */
export const operandsOf = (
  listing: Pick<Listing, 'columns'>,
  columns: readonly string[],
  kind: OperandKind = 'number'
): string[] => columns.filter((name) => TYPES[kind].includes(listing.columns[name]?.type ?? ''));

const parsed = (listing: Pick<Listing, 'columns'>, columns: readonly string[], { expression }: Calculation) =>
  parseExpression(expression, (name, kind) => (operandsOf(listing, columns, kind).includes(name) ? name : null));

/** The first fault of a report's calculated columns; null without one. */
export function calculationFault(
  listing: Pick<Listing, 'columns'>,
  columns: readonly string[],
  calculations: readonly Calculation[]
): ExpressionFault | null {
  for (const one of calculations) {
    const read = parsed(listing, columns, one);
    if (!read.ok) return read.fault;
    if (one.share && !isAdditive(read.expression))
      return { code: 'report.share.additive', params: { text: one.heading } };
  }
  return null;
}

/** The calculated columns of a report; one that names a column which the report doesn't have is left out. */
export function calculatedOf(
  listing: Pick<Listing, 'columns'>,
  columns: readonly string[],
  calculations: readonly Calculation[]
): Calculated[] {
  return calculations.flatMap((one, at) => {
    const read = parsed(listing, columns, one);
    if (!read.ok || (one.share && !isAdditive(read.expression))) return [];
    return [{ name: nameAt(at), heading: one.heading, expression: read.expression, share: one.share ?? null }];
  });
}

/** A list with the calculated columns of a report, none of which it filters or sorts by. */
export function withCalculated(listing: Listing, calculated: readonly Calculated[]): Listing {
  const { columns } = listing;
  const added = calculated.map(({ name, expression, share }): [string, Column] => [
    name,
    {
      sql: valueOrShare(
        calculationSql(
          expression,
          (column) => (columns[column] as Column).sql,
          (column) => columns[column]?.currency
        ),
        share,
        columnsIn(expression).flatMap((column) => columns[column]?.currency ?? [])
      ),
      type: 'number',
      label: 'report.calculated',
      nullable: true,
      sort: false
    }
  ]);
  return { ...listing, columns: { ...columns, ...Object.fromEntries(added) } };
}

/** A value, or the percentage that it is of the sum of all values of its currencies; empty if that is zero. */
function valueOrShare(value: Prisma.Sql, share: Share | null, partition: readonly Prisma.Sql[]): Prisma.Sql {
  if (share === null) return value;
  const within = partition.length > 0 ? Prisma.sql`PARTITION BY ${Prisma.join([...partition], ', ')}` : Prisma.empty;
  return Prisma.sql`round(100 * (${value}) / NULLIF(sum(${value}) OVER (${within}), 0), ${sqlCount(DECIMALS)})`;
}

/**
 * What a group has of a calculated column: the sum of its rows' values where values add up, or its share of those of all
 * groups of its level; where they are ratios, that of the group's sums; else nothing. Its columns are those of the inner
 * select.
 * @param sums the columns that the report adds up
 * @param levels what tells groups of one level and one currency apart from others, in the report and in the group above
 */
export function ofGroup(
  { name, expression, share }: Calculated,
  sums: readonly string[],
  listing: Listing,
  levels: Readonly<Record<Share, readonly Prisma.Sql[]>>
): Prisma.Sql {
  const operands = columnsIn(expression);
  // Amounts that the report doesn't add up may be of several currencies within a group.
  const isSummed = operands.every((one) => sums.includes(one) || !listing.columns[one]?.currency);
  if (isAdditive(expression) && isSummed)
    return valueOrShare(Prisma.sql`sum(${named(name)})`, share, share ? levels[share] : []);
  const isRatio = degreeOf(expression) === 0 && operands.length > 0 && operands.every((one) => sums.includes(one));
  if (!isRatio || chooses(expression)) return Prisma.sql`NULL::numeric`;
  return calculationSql(
    expression,
    (column) => Prisma.sql`sum(${named(column)})`,
    (column) => (listing.columns[column]?.currency ? named(`${column}Currency`) : undefined)
  );
}

const named = (name: string) => sqlName(`"${name}"`);

/** An expression as a numeric of SQL: empty where something is missing, divided by zero, or added in two currencies. */
function calculationSql(
  expression: Expression,
  valueIn: (column: string) => Prisma.Sql,
  currencyOf: (column: string) => Prisma.Sql | undefined
): Prisma.Sql {
  const value = Prisma.sql`round(${numericOf(expression, valueIn)}, ${sqlCount(DECIMALS)})`;
  const [first, ...others] = currenciesIn(expression, currencyOf);
  if (!first || others.length === 0) return value;
  const same = others.map((other) => Prisma.sql`${first} = ${other}`);
  return Prisma.sql`CASE WHEN ${Prisma.join(same, ' AND ')} THEN ${value} END`;
}

const OPERATORS = {
  '+': Prisma.sql`+`,
  '-': Prisma.sql`-`,
  '*': Prisma.sql`*`,
  '/': Prisma.sql`/`
};

const COMPARES: Readonly<Record<Compares, Prisma.Sql>> = {
  '=': Prisma.sql`=`,
  '<>': Prisma.sql`<>`,
  '<': Prisma.sql`<`,
  '<=': Prisma.sql`<=`,
  '>': Prisma.sql`>`,
  '>=': Prisma.sql`>=`
};

function numericOf(expression: Expression, valueIn: (column: string) => Prisma.Sql): Prisma.Sql {
  const numeric = (of: Expression) => numericOf(of, valueIn);
  switch (expression.kind) {
    case 'number':
      return Prisma.sql`${expression.value}::text::numeric`;
    case 'column':
      return Prisma.sql`(${valueIn(expression.name)})::numeric`;
    case 'negative':
      return Prisma.sql`(- ${numeric(expression.of)})`;
    case 'round':
      return Prisma.sql`round(${numeric(expression.of)}, ${sqlCount(expression.digits)})`;
    case 'coalesce':
      return Prisma.sql`coalesce(${Prisma.join(expression.of.map(numeric), ', ')})`;
    case 'days':
      return Prisma.sql`((${valueIn(expression.to)})::date - (${valueIn(expression.from)})::date)::numeric`;
    case 'if': {
      const { compares, left, right, chosen, otherwise } = expression;
      // What can't be compared is neither.
      return Prisma.sql`(CASE ${numeric(left)} ${COMPARES[compares]} ${numeric(right)}
        WHEN TRUE THEN ${numeric(chosen)} WHEN FALSE THEN ${numeric(otherwise)} END)`;
    }
    default: {
      const { operator, left, right } = expression;
      const [first, second] = [numeric(left), numeric(right)];
      return Prisma.sql`(${first} ${OPERATORS[operator]} ${operator === '/' ? Prisma.sql`NULLIF(${second}, 0)` : second})`;
    }
  }
}

/** The different currencies of amounts that an expression adds, subtracts, compares or takes one instead of another. */
function currenciesIn(expression: Expression, currencyOf: (column: string) => Prisma.Sql | undefined): Prisma.Sql[] {
  const together = new Set<string>();
  const look = (of: Expression): void => {
    for (const set of besideEachOther(of))
      if (set.filter((one) => columnsIn(one).length > 0).length > 1)
        for (const name of set.flatMap(columnsIn)) together.add(name);
    partsIn(of).forEach(look);
  };
  look(expression);
  const currencies = [...together].flatMap((name) => currencyOf(name) ?? []);
  return currencies.filter((one, at) => currencies.findIndex(({ text }) => text === one.text) === at);
}

/** The parts of an expression that must be of one currency, in sets. */
function besideEachOther(of: Expression): (readonly Expression[])[] {
  if (of.kind === 'if')
    return [
      [of.left, of.right],
      [of.chosen, of.otherwise]
    ];
  if (of.kind === 'coalesce') return [of.of];
  return of.kind === 'binary' && (of.operator === '+' || of.operator === '-') ? [[of.left, of.right]] : [];
}
