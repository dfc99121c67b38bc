import type { DeclaredList, Lists } from '../../kit/bulk/declared-lists';
import { modules } from '../generated/modules';

const declared: [string, DeclaredList][] = modules.flatMap(({ lists = {} }) => Object.entries(lists));

/** All lists of the workspace by name, with the bulk actions that the modules add. */
export const LISTS: Lists = new Map(
  declared.map(([name, list]) => [
    name,
    { ...list, actions: Object.assign({}, ...modules.map(({ bulkActions }) => bulkActions?.[name as never])) }
  ])
);
