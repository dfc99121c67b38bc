import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { findApprovers, findColleagues } from '@/lib/money/approvals/approver-choices';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../people/person-options';

const query = z.object({ for: z.enum(['profile', 'delegation'], 'invalid.entry'), q: soughtText(80) });

/** The approvers whom the reader can put into a level of a profile, or delegate to, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { for: purpose, q } }) {
      const find = purpose === 'profile' ? findApprovers : findColleagues;
      return json(personOptions(await find(await principalOf(actor), q)));
    }
  })
});
