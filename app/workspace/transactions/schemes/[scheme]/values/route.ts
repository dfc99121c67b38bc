import { z } from 'zod';
import { principalOf } from '@/lib/access/principal';
import { offeredInScheme } from '@/lib/allocation/own-schemes';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { workspaceActor } from '@/lib/identity/session-cookie';

const query = z.object({
  /** An accounting code. */
  of: z.uuid(),
  q: z.string().max(80, 'too.long').default(''),
  /** What is chosen of the code that this one depends on. */
  parent: z.string().max(255, 'too.long').default('')
});

/** What can be chosen for an accounting code of a scheme, by what is typed: an array of `{ value, label }`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    params: z.object({ scheme: z.uuid() }),
    async handle({ actor, query, params }) {
      const offered = await offeredInScheme(await principalOf(actor), params.scheme, query);
      return json(offered.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })));
    }
  })
});
