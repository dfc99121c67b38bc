import { contract } from '@/lib/core/http/contract';
import { placesFor } from '@/lib/directory/structure/places';
import { placeOptions } from '../../place-options';

/** The possible parents of a moved node. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({ GET: placeOptions(placesFor) });
