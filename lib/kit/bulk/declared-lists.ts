import type { ProgramFeature } from '../../access/policy/program-features';
import type { WorkspaceAddress } from '../../core/http/pages';
import { isId } from '../../core/secrets/ids';
import type { Listing } from '../listing/listing';
import type { SearchParams } from '../listing/query';
import type { BulkActions } from './bulk-action';

/** A list of the workspace as its module declares it, and where it stands. */
export interface DeclaredList {
  /** The list, which has the name that it is declared by. Where the address decides which one it is: null for a wrong one. */
  listing: Listing | ((parameters: SearchParams) => Listing | null);
  /** The page that shows it. */
  path: WorkspaceAddress | `/workspace/set-up${string}`;
  /** The page of one of its records, where it has one. */
  record?: (row: { issuerId: string; id: string }) => string;
  /** Whether a program with these features has it; without it every program has. */
  isOffered?: (features: ReadonlySet<ProgramFeature>) => boolean;
}

/** The lists of all modules by name, each with what can be done to many of its rows. */
export type Lists = ReadonlyMap<string, DeclaredList & { actions: BulkActions }>;

/** A list that a parameter of the address may narrow to what belongs to the record that it names. */
export const listOf =
  (parameter: string, list: (id?: string) => Listing) =>
  (parameters: SearchParams): Listing | null => {
    const id = parameters[parameter];
    if (id === undefined || id === '') return list();
    return typeof id === 'string' && isId(id) ? list(id) : null;
  };

/** The list of a name at an address, with what is declared of it; null where there is none. */
export function listNamed(lists: Lists, name: string, parameters: SearchParams) {
  const list = lists.get(name);
  const listing = typeof list?.listing === 'function' ? list.listing(parameters) : list?.listing;
  return list && listing ? { ...list, listing } : null;
}
