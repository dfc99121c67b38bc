import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findAdvanced } from '@/lib/money/expenses/advances/enter-advance';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../people/person-options';

const query = z.object({ q: soughtText(80) });

/** The cardholders to whom the reader can enter an advance, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { q } }) {
      return json(personOptions(await findAdvanced(await principalOf(actor), q)));
    }
  })
});
