import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { offeredFor } from '@/lib/money/transactions/offered';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

const query = z.object({
  /** An accounting code, or the customers. */
  of: z.union([z.literal('customer'), z.uuid()]),
  q: soughtText(80),
  /** The chosen value of the parent code. */
  parent: soughtText(255)
});

/** The options of a transaction's field for the typed text: an array of `{ value, label }`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    params: z.object({ id: z.uuid() }),
    async handle({ actor, query, params }) {
      const offered = await offeredFor(await principalOf(actor), params.id, query);
      return json(offered.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })));
    }
  })
});
