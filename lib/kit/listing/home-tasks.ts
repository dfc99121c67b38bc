import { type AccessNeeds, isOpen } from '../../access/policy/is-open';
import type { Action, Area, Role } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import type { WorkspaceAddress } from '../../core/http/pages';
import type { KeyAfter } from '../../core/language/text-key';
import type { Listing, ListingName } from './listing';
import { listTotals } from './page';
import { readQuery } from './query';

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
  /** Whether others do it: the user waits for it, so it counts as no work of theirs. */
  ofOthers?: boolean;
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
  /** Whether the user waits for others to do it. */
  ofOthers: boolean;
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

async function waitingOf(
  principal: Principal,
  { name, listing, path, page, query, sum, ofOthers = false }: ListedTask
): Promise<WaitingWork> {
  const { count, sums } = await listTotals(principal, { ...listing, measure: sum }, readQuery(listing, { ...query }));
  const search = new URLSearchParams(query).toString();
  return {
    name,
    ofOthers,
    count,
    sums,
    href: page ?? (search ? `${path}?${search}` : path)
  };
}
