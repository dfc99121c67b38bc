import { contract } from '@/lib/core/http/contract';
import { replacementsFor } from '@/lib/directory/structure/places';
import { placeOptions } from '../../place-options';

/** The accounts that could replace one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({ GET: placeOptions(replacementsFor) });
