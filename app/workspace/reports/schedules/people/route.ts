import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findRecipients } from '@/lib/kit/reports/schedules/recipients';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../../people/person-options';

const query = z.object({ q: soughtText(80) });

/** The people to whom the reader can have a report sent, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { q } }) {
      return json(personOptions(await findRecipients(await principalOf(actor), q)));
    }
  })
});
