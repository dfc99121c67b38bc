import { contract } from '@/lib/core/http/contract';
import { placesFor } from '@/lib/directory/structure/places';
import { placeOptions } from '../../place-options';

/** Where a node could be moved to. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({ GET: placeOptions(placesFor) });
