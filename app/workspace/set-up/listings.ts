import type { SearchParams } from '@/lib/kit/listing/query';
import { readAddress } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import type { Entity } from '@/lib/kit/setup/entity';
import { isOffered } from '@/lib/kit/setup/place';
import { listingName, recordListing } from '@/lib/kit/setup/record-listing';
import type { Place } from '../listing-place';
import { recordPath, setUpPath } from './address';

function placeOf(entity: Entity, params: SearchParams): Place | null {
  const address = readAddress(params);
  return (
    address && {
      listing: recordListing(entity, address),
      path: setUpPath(`/${entity.name}`),
      record: (row) => recordPath(entity, row),
      isOffered: (features) => isOffered(entity, features)
    }
  );
}

/** The list of each set-up entity; whose records they are is in the address. */
export const SET_UP_LISTINGS: Readonly<Record<string, (params: SearchParams) => Place | null>> = Object.fromEntries(
  [...ENTITIES.values()].map((entity) => [listingName(entity), (params: SearchParams) => placeOf(entity, params)])
);
