import type { ProgramFeature } from '../../access/policy/program-features';
import type { WorkspaceAddress } from '../../core/http/pages';
import { isId } from '../../core/secrets/ids';
import type { DataSet } from '../listing/data-set';
import type { Listing } from '../listing/listing';
import type { SearchParams } from '../listing/query';
import type { BulkActions } from './bulk-action';

/** A list of the workspace as its module declares it, with its page. */
export interface DeclaredList {
  /** The list, with the name of its declaration. If parameters of the address select it: null for invalid ones. */
  listing: Listing | ((parameters: SearchParams) => Listing | null);
  /** The page that shows it. */
  path: WorkspaceAddress | `/workspace/set-up${string}`;
  /** The page of one of its records, if there is one. */
  record?: (row: { issuerId: string; id: string }) => string;
  /** Whether a program with these features includes it; absent: every program does. */
  isOffered?: (features: ReadonlySet<ProgramFeature>) => boolean;
  /** What reports can do with it; absent: it is no data set of reports. */
  dataSet?: DataSet;
}

/** The lists of all modules by name, with their bulk actions. */
export type Lists = ReadonlyMap<string, DeclaredList & { actions: BulkActions }>;

/** A list that a parameter of the address can limit to one record. */
export const listOf =
  (parameter: string, list: (id?: string) => Listing) =>
  (parameters: SearchParams): Listing | null => {
    const id = parameters[parameter];
    if (id === undefined || id === '') return list();
    return typeof id === 'string' && isId(id) ? list(id) : null;
  };

/** The list with a name and parameters, with its declaration; null if there is none. */
export function listNamed(lists: Lists, name: string, parameters: SearchParams) {
  const list = lists.get(name);
  const listing = typeof list?.listing === 'function' ? list.listing(parameters) : list?.listing;
  return list && listing ? { ...list, listing } : null;
}
