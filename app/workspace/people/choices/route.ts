import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findOtherIds } from '@/lib/directory/people/other-ids';
import { findGroupMembers } from '@/lib/directory/people/templates/user-groups';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../person-options';

const query = z.object({
  /** The user whom another is linked to or merged into. */
  other: z.uuid('invalid.entry').optional(),
  /** The owner of a group. */
  owner: z.union([z.uuid(), z.literal('')], 'invalid.entry').optional(),
  q: soughtText(80)
});

/** The people who can be picked in a form, filtered by the typed text; nobody without the one or the other. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { other, owner, q } }) {
      const principal = await principalOf(actor);
      if (other) return json(personOptions(await findOtherIds(principal, other, q)));
      return json(owner ? personOptions(await findGroupMembers(principal, owner, q)) : []);
    }
  })
});
