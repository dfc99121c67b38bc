import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { approversFor } from '@/lib/money/expenses/approver';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../people/person-options';

const query = z.object({ report: z.guid('invalid.entry'), q: soughtText(80) });

/** The people to whom the reader can reroute a report that they see, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { report, q } }) {
      return json(personOptions(await approversFor(await principalOf(actor), report, q)));
    }
  })
});
