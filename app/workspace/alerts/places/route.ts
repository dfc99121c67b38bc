import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { alertPlaces } from '@/lib/money/alerts/places';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../signed-in';
import { placeWords } from '../words';

/** The places that an alert of the reader can watch. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ q: soughtText(100) }),
    async handle({ query, actor }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const places = await alertPlaces(principal, query.q);
      return json(
        places.map((place) => ({ value: place.id, label: placeWords(place), detail: t(`node.kind.${place.kind}`) }))
      );
    }
  })
});
