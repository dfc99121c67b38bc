import { z } from 'zod';
import { type AccessNeeds, isOpen } from '../../access/policy/is-open';
import type { Action, Area, Role } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import type { WorkspaceAddress } from '../../core/http/pages';
import type { KeyAfter } from '../../core/language/text-key';
import type { Listing, ListingName } from './listing';
import { COUNTED } from './page';
import { readQuery } from './query';
import { conditionOf } from './select';

/** The name of a home task: its sentence is at `home.task.<name>`, the words of its button at `home.do.<name>`. */
export type HomeTaskName = KeyAfter<'home.task.'>;

/** Work that waits in a list, as a module declares it for the home page (C2.005). */
export interface HomeTask extends AccessNeeds {
  needs: readonly [Area, Action];
  /** The list of the rows that wait. */
  list: ListingName;
  /** The query of the list's address that selects the rows that wait; without it, all rows do. */
  query?: Readonly<Record<string, string>>;
  /** The list's column of amounts that are summed by currency. */
  sum?: string;
  /** The page where the work is done, if it is not the list's. */
  page?: WorkspaceAddress;
  /** The roles that do this work; absent: every role with the permission. */
  roles?: readonly Role[];
  /** The sort order among the tasks: the most urgent has the lowest number. */
  order: number;
}

/** A home task with its list. */
export interface ListedTask extends HomeTask {
  name: HomeTaskName;
  listing: Listing;
  path: string;
}

/** Work that waits. */
export interface WaitingWork {
  name: HomeTaskName;
  /** The number of rows; `COUNTED + 1` means more. */
  count: number;
  /** The sums of their amounts by ISO 4217 code, the largest first; null if nothing is summed, or more rows wait than are counted. */
  sums: { currency: string; amount: string }[] | null;
  /** The page where the work is done: the list of the rows that wait, or a page of its own. */
  href: string;
}

/** Whether a task is for this user, by permissions, role and programme. */
export const isTheirs = (principal: Principal, program: ReadonlySet<ProgramFeature>, task: HomeTask): boolean =>
  isOpen(principal, program, task) && (task.roles?.includes(principal.role) ?? true);

/** The work that waits for this user, most urgent first (C2.005); empty tasks are left out. */
export async function waitingWork(
  principal: Principal,
  program: ReadonlySet<ProgramFeature>,
  tasks: readonly ListedTask[]
): Promise<WaitingWork[]> {
  const theirs = tasks.filter((task) => isTheirs(principal, program, task)).sort((a, b) => a.order - b.order);
  const work = await Promise.all(theirs.map((task) => waitingOf(principal, task)));
  return work.filter(({ count }) => count > 0);
}

const sumRow = z.strictObject({ currency: z.string().nullable(), count: z.number(), amount: z.string() });

async function waitingOf(
  principal: Principal,
  { name, listing, path, page, query, sum }: ListedTask
): Promise<WaitingWork> {
  const column = sum === undefined ? undefined : listing.columns[sum];
  const [currency, amount] = column?.currency ? [column.currency, column.sql] : [Prisma.sql`NULL`, Prisma.sql`0`];
  const condition = await conditionOf(principal, listing, readQuery(listing, { ...query }));
  const rows = await reading(
    (db) => readRows(db, sumRow)`
      SELECT currency, count(*)::int AS count, trim_scale(sum(amount))::text AS amount FROM (
        SELECT ${currency} AS currency, ${amount} AS amount FROM ${listing.from(principal)}
        WHERE ${condition} LIMIT ${COUNTED + 1}
      ) AS waiting GROUP BY currency ORDER BY sum(amount) DESC, currency`
  );
  const count = rows.reduce((total, row) => total + row.count, 0);
  const sums = rows.flatMap((row) => (row.currency === null ? [] : [{ currency: row.currency, amount: row.amount }]));
  const search = new URLSearchParams(query).toString();
  return {
    name,
    count,
    sums: column?.currency && count <= COUNTED ? sums : null,
    href: page ?? (search ? `${path}?${search}` : path)
  };
}
