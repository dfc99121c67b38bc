import type { Principal } from '../../access/policy/principal';
import type { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import type { KeyAfter } from '../../core/language/text-key';
import type { DayPeriod } from './day-periods';
import type { ListingName } from './listing';
import type { SearchParams } from './query';

/** A first and a last day, either of which may be missing. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Sums of a data set's rows that are kept up to date in the transactions that write the rows. A grouped report that asks for
 * nothing else is answered from them, with the same result.
 */
export interface KeptSums {
  /** The columns of the list that the sums are told apart by. */
  told: readonly string[];
  /** The columns that are added up. */
  added: readonly string[];
  /** The number of rows of the list that a row of `from` stands for. */
  count: Prisma.Sql;
  /**
   * What replaces the list's `from`: the SQL of the columns, of the scope and of the period's days reads from it as from the
   * list. Null if it can't tell the principal's rows of these days apart from others.
   */
  from(principal: Pick<Principal, 'scope'>, days: DayRange): Promise<Prisma.Sql | null>;
}

/** What reports can do with a declared list besides showing its rows. */
export interface DataSet {
  /** The columns whose equal values a report may put together. */
  groups: readonly string[];
  /** The columns that a report adds up within a group; amounts are added up by currency. */
  sums: readonly string[];
  /** The column of days that the period of a report limits. */
  period: string;
  /** The condition that a row is known by a text, such as its reference; absent: nobody knows a row by anything. */
  knownBy?: (text: string) => Prisma.Sql;
  /**
   * A select of those who added or changed a row since an instant, one for each change, null for the system: what the
   * histories of its rows say. Absent: they have none.
   */
  changedSince?: (since: Date) => Prisma.Sql;
  /** Sums of its rows that are kept; absent: none. */
  kept?: KeptSums;
  /** The reason that a report with this query can't run, such as too long a `period`; null if it can. */
  fault?: (principal: Principal, query: SearchParams, period: string) => Promise<Refusal | null>;
}

/** The name of a standard report: its title is at `report.standard.<name>`, its purpose at `report.purpose.<name>`. */
export type StandardReportName = KeyAfter<'report.standard.'>;

/** A report of the product itself, which a module declares over its list. */
export interface StandardReport {
  list: ListingName;
  columns: readonly string[];
  /** Filters and order, as in the list's address. */
  query?: Readonly<Record<string, string>>;
  /** The columns whose equal values become one row; none: every row. */
  groups?: readonly string[];
  /** The column whose values become columns of each group. */
  pivot?: string;
  /** Whether the largest group comes first. */
  largest?: boolean;
  period?: DayPeriod;
}
