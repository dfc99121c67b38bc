import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findColleagues } from '@/lib/money/purchasing/on-behalf';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../people/person-options';

const query = z.object({ group: z.uuid('invalid.entry'), q: soughtText(80) });

/** The people of a purchase group of the reader's on whose behalf they can request, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { group, q } }) {
      return json(personOptions(await findColleagues(await principalOf(actor), group, q)));
    }
  })
});
