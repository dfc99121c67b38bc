import type { BulkActions } from '../bulk/bulk-action';
import type { DeclaredList } from '../bulk/declared-lists';
import { readAddress, recordPath, setUpPath } from './address';
import { ENTITIES } from './entities';
import { recordActions } from './record-actions';
import { isOffered } from './record-list';
import { listingName, recordListing } from './record-listing';

const entities = [...ENTITIES.values()];

/** The list of each set-up entity; whose records they are is in the address. */
export const RECORD_LISTS: Readonly<Record<string, DeclaredList>> = Object.fromEntries(
  entities.map((entity): [string, DeclaredList] => [
    listingName(entity),
    {
      listing: (parameters) => {
        const address = readAddress(parameters);
        return address && recordListing(entity, address);
      },
      path: setUpPath(`/${entity.name}`),
      record: (row) => recordPath(entity, row),
      isOffered: (features) => isOffered(entity, features)
    }
  ])
);

/** What can be done to many records of each. */
export const RECORD_ACTIONS: Readonly<Record<string, BulkActions>> = Object.fromEntries(
  entities.map((entity) => [listingName(entity), recordActions(entity)])
);
