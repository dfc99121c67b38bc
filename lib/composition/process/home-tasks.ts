import { listNamed } from '../../kit/bulk/declared-lists';
import type { HomeTaskName, ListedTask } from '../../kit/listing/home-tasks';
import { modules } from '../generated/modules';
import { LISTS } from './lists';

/** The home tasks of all modules, each with its list. */
export const HOME_TASKS: readonly ListedTask[] = modules.flatMap(({ homeTasks = {} }) =>
  Object.entries(homeTasks).map(([name, task]) => {
    const list = listNamed(LISTS, task.list, {});
    if (!list) throw new Error(`the home task ${name} is of ${task.list}, which is no list`);
    return { ...task, name: name as HomeTaskName, listing: list.listing, path: list.path };
  })
);
