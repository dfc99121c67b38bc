import type { HomeTaskName, ListedTask } from '../../kit/listing/home-tasks';
import { modules } from '../generated/modules';
import { LISTS } from './lists';

/** The home tasks of all modules, each with its list. */
export const HOME_TASKS: readonly ListedTask[] = modules.flatMap(({ homeTasks = {} }) =>
  Object.entries(homeTasks).flatMap(([name, task]) => {
    const { listing, path } = LISTS.get(task.list) ?? {};
    const list = typeof listing === 'function' ? listing({}) : listing;
    return list && path ? [{ ...task, name: name as HomeTaskName, listing: list, path }] : [];
  })
);
