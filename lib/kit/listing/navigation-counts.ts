import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { Prisma } from '../../core/database/prisma/client';
import { reading } from '../../core/database/replica';
import { readRows } from '../../core/database/rows';
import { isTheirs, type ListedTask } from './home-tasks';
import { readQuery } from './query';
import { conditionOf } from './select';

/** Counting stops here, because every page of the workspace pays for it and a badge has room for two digits. */
export const COUNTED_IN_NAVIGATION = 99;

const countRow = z.strictObject({ task: z.number(), count: z.number() });

/**
 * The work that waits for this user, by the screen of the navigation where it is done: the home tasks of each screen,
 * counted by one statement, without those that others do. A screen without waiting work isn't in the map.
 *
 *     const counts = await navigationCounts(principal, program, HOME_TASKS, SCREENS.map(({ href }) => href));
 *     const count = counts.get(screen.href); // `COUNTED_IN_NAVIGATION + 1` means more
 *
 * A module gives its screen a count by a line in `homeTasks` of module.ts.
 *
 * @param tasks HOME_TASKS (lib/composition/process/home-tasks.ts)
 * @param screens the addresses of the screens that the user sees; a task belongs to the nearest one above its page
 */
export async function navigationCounts(
  principal: Principal,
  program: ReadonlySet<ProgramFeature>,
  tasks: readonly ListedTask[],
  screens: readonly string[]
): Promise<ReadonlyMap<string, number>> {
  const asked = tasks.flatMap((task) => {
    const screen = screenOf(task.page ?? task.path, screens);
    return screen && !task.ofOthers && isTheirs(principal, program, task) ? [{ task, screen }] : [];
  });
  if (asked.length === 0) return new Map();
  const statements = await Promise.all(asked.map(({ task }, index) => countOf(principal, task, index)));
  const rows = await reading((db) => readRows(db, countRow)`${Prisma.join(statements, ' UNION ALL ')}`);
  const counts = new Map<string, number>();
  for (const { task, count } of rows) {
    const { screen } = asked[task] as (typeof asked)[number];
    const total = (counts.get(screen) ?? 0) + count;
    if (total > 0) counts.set(screen, Math.min(total, COUNTED_IN_NAVIGATION + 1));
  }
  return counts;
}

async function countOf(principal: Principal, { listing, query }: ListedTask, index: number): Promise<Prisma.Sql> {
  const condition = await conditionOf(principal, listing, readQuery(listing, { ...query }));
  return Prisma.sql`
    SELECT ${index}::int AS task, count(*)::int AS count FROM (
      SELECT 1 FROM ${listing.from(principal)} WHERE ${condition} LIMIT ${COUNTED_IN_NAVIGATION + 1}
    ) AS waiting`;
}

/** The screen with the longest address that the page's address is or begins with. */
const screenOf = (page: string, screens: readonly string[]): string | undefined =>
  screens
    .filter((href) => page === href || page.startsWith(`${href}/`))
    .sort((one, other) => other.length - one.length)[0];
