import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { sqlName } from '../../core/database/names';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { knownUser } from '../../directory/people/known-user';
import { COUNT, isTotal, reportSelect, sumsOf } from './report-select';
import type { ReportSource } from './report-source';

/** The sum of a column over all rows of a report, in one currency if it has amounts. */
export interface ControlTotal {
  column: string;
  currency: string | null;
  /** A decimal number. */
  sum: string;
}

/** What a report's file says beside its rows. */
export interface ReportFacts {
  name: string;
  madeBy: string;
  madeAt: Date;
  /** The instant whose data it has. */
  until: Date;
  /** The number of rows, of those in the groups if it has any. */
  count: number;
  totals: readonly ControlTotal[];
}

/**
 * Gives a transaction the memory to add up groups by their hash, as COPY has it: of expressions the database expects far more
 * groups than there are, and would sort all rows instead.
 */
export async function roomToAddUp(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SET LOCAL work_mem = '64MB'`;
}

/** Has everything that a transaction reads be of one moment: the rows of a report, and the totals that check them. */
export async function atOneMoment(tx: Transaction): Promise<Date> {
  await tx.$executeRaw`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;
  await tx.$executeRaw`SET LOCAL statement_timeout = '15min'`;
  await roomToAddUp(tx);
  const [row] = await readRows(tx, z.strictObject({ at: z.date() }))`SELECT clock_timestamp() AS at`;
  return row?.at ?? new Date();
}

/** What the file of a report says beside its rows. */
export async function reportFacts(
  tx: Transaction,
  principal: Principal,
  source: ReportSource,
  { name, madeAt, until }: Pick<ReportFacts, 'name' | 'madeAt' | 'until'>
): Promise<ReportFacts> {
  const user = await knownUser(tx, { issuerId: principal.issuerId, id: principal.userId });
  return { name, madeAt, until, madeBy: user?.name ?? '', ...(await controlTotals(tx, principal, source)) };
}

/** The columns of the statement below: the sum and the currency of each, by their position. */
const totalsRow = z.looseObject({ count: z.number() });

/** The control totals of a report, which the database adds up in one pass. */
async function controlTotals(
  tx: Transaction,
  principal: Principal,
  source: ReportSource
): Promise<Pick<ReportFacts, 'count' | 'totals'>> {
  const { listing, definition } = source;
  const sums = sumsOf(source);
  const named = (name: string) => sqlName(`"${name}"`);
  const currencies = sums.filter((name) => listing.columns[name]?.currency).map((name) => named(`${name}Currency`));
  const isGrouped = definition.groups.length > 0;
  const count = isGrouped ? Prisma.sql`coalesce(sum(${named(COUNT)}), 0)::int` : Prisma.sql`count(*)::int`;
  const added = sums.map((name) => Prisma.sql`sum(${named(name)})::text AS ${named(name)}`);
  const rows = await readRows(tx, totalsRow)`
    SELECT ${Prisma.join([Prisma.sql`${count} AS count`, ...added, ...currencies], ', ')}
    FROM (${await reportSelect(principal, source)}) AS reported
    WHERE ${isGrouped ? isTotal() : Prisma.sql`TRUE`}
    ${currencies.length > 0 ? Prisma.sql`GROUP BY ${Prisma.join(currencies, ', ')}` : Prisma.empty}`;
  return {
    count: rows.reduce((total, row) => total + row.count, 0),
    totals: sums.flatMap((name) => totalsOf(rows, name, listing.columns[name]?.currency !== undefined))
  };
}

/** The totals of a column by currency: rows with equal currencies of other columns are added. */
function totalsOf(rows: readonly z.infer<typeof totalsRow>[], column: string, hasCurrency: boolean): ControlTotal[] {
  const sums = new Map<string | null, Prisma.Decimal>();
  for (const row of rows) {
    const sum = row[column];
    if (typeof sum !== 'string') continue;
    const currency = hasCurrency ? String(row[`${column}Currency`]) : null;
    sums.set(currency, new Prisma.Decimal(sum).add(sums.get(currency) ?? 0));
  }
  return [...sums]
    .sort(([a], [b]) => String(a).localeCompare(String(b), 'en'))
    .map(([currency, sum]) => ({ column, currency, sum: sum.toFixed() }));
}
