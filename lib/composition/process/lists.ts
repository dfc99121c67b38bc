import type { DeclaredList, Lists } from '../../kit/bulk/declared-lists';
import { modules } from '../generated/modules';

const declared: [string, DeclaredList][] = modules.flatMap(({ lists = {} }) => Object.entries(lists));

/** Every list of the workspace by name, with what the modules add to what can be done to many of its rows. */
export const LISTS: Lists = new Map(
  declared.map(([name, list]) => [
    name,
    { ...list, actions: Object.assign({}, ...modules.map(({ bulkActions }) => bulkActions?.[name as never])) }
  ])
);
