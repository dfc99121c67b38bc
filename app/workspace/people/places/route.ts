import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findPlaces } from '@/lib/directory/people/places';
import { roleSchema } from '@/lib/directory/people/schema';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { placeWords } from '../words';

/** The places of a role, for a search field: an array of `{ value, label }`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ role: roleSchema, q: soughtText(80) }),
    async handle({ actor, query }) {
      const places = await findPlaces(await principalOf(actor), query.role, query.q);
      return json(places.map((place) => ({ value: place.id, label: placeWords(place) })));
    }
  })
});
