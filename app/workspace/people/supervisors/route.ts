import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findSupervisors } from '@/lib/directory/people/supervisor';
import { findUser } from '@/lib/directory/people/user-record';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personWords } from '../words';

/** The possible supervisors, for a search field: an array of `{ value, label }`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ user: z.uuid('invalid.entry').optional(), q: z.string().max(80, 'too.long').default('') }),
    async handle({ actor, query }) {
      const principal = await principalOf(actor);
      const supervised = query.user ? await findUser(principal, query.user) : null;
      const supervisors = await findSupervisors(principal, supervised, query.q);
      return json(supervisors.map((each) => ({ value: each.id, label: personWords(each) })));
    }
  })
});
