import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { placesToPick } from '@/lib/kit/reports/places';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { placeWords } from '../../inbox/message-fields';
import { signedIn } from '../../signed-in';

/** The places with whose people the reader can share a report. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ q: soughtText(100) }),
    async handle({ actor, query: { q } }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      return json(
        (await placesToPick(principal, q)).map((place) => ({ value: place.id, label: placeWords(t, place) }))
      );
    }
  })
});
