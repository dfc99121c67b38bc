import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findReaders } from '@/lib/kit/reports/shares';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../people/person-options';

/** The people with whom the reader can share a report, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ q: soughtText(80) }),
    async handle({ actor, query: { q } }) {
      return json(personOptions(await findReaders(await principalOf(actor), q)));
    }
  })
});
