import { z } from 'zod';
import { type Feature, lackedFeatures } from '../../access/policy/features';
import type { Action, Area, Role } from '../../access/policy/policy';
import { may, type Principal } from '../../access/policy/principal';
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

/** Work on a list that waits for somebody, as the module says that brings it to their home page (C2.005). */
export interface HomeTask {
  /** The list of what waits. */
  list: ListingName;
  /** What of the list waits, as the list's address says it; without it, all. */
  query?: Readonly<Record<string, string>>;
  /** The list's column of amounts that are summed by currency. */
  sum?: string;
  /** The page where the work is done, if it is not the list's. */
  page?: WorkspaceAddress;
  /** What somebody must be allowed to do, for the work to be theirs. */
  needs: readonly [Area, Action];
  /** The feature it takes, of those that not everybody has. */
  feature?: Feature;
  /** The feature of a company's program that it belongs to. */
  program?: ProgramFeature;
  /** The roles that it is for; without it, every role that may do it. */
  roles?: readonly Role[];
  /** Where it stands among the others: the most urgent has the lowest number. */
  order: number;
}

/** A home task with the list it is about. */
export interface ListedTask extends HomeTask {
  name: HomeTaskName;
  listing: Listing;
  path: string;
}

/** Work that waits. */
export interface WaitingWork {
  name: HomeTaskName;
  /** How many; `COUNTED + 1` stands for more. */
  count: number;
  /** What they come to by ISO 4217 code, the largest sum first; null where nothing is summed, or more wait than are counted. */
  sums: { currency: string; amount: string }[] | null;
  /** Where it is done: the list narrowed to what waits, or a page of its own. */
  href: string;
}

/** Whether a task is somebody's, by their powers, their role and their program. */
export function isTheirs(principal: Principal, program: ReadonlySet<ProgramFeature>, task: HomeTask): boolean {
  if (task.feature && lackedFeatures(principal).includes(task.feature)) return false;
  if (task.program && !program.has(task.program)) return false;
  return may(principal, ...task.needs) && (task.roles?.includes(principal.role) ?? true);
}

/** The work of these tasks that waits for somebody, the most urgent first (C2.005); what has none is left out. */
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
