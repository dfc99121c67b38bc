import { z } from 'zod';
import { may } from '@/lib/access/policy/principal';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { allocatingAll } from '@/lib/money/transactions/allocating';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedInPrincipal } from '../../../signed-in';
import { rowSuggestions } from '../row-suggestions';

const query = z.object({
  /** The ids of transactions, separated by commas. */
  ids: z
    .string()
    .max(400, 'too.long')
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid('invalid.entry')).max(10, 'too.long'))
});

/** The suggested codes of transactions, by id and column; none for a transaction that the reader doesn't see. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ query: { ids } }) {
      const reader = await signedInPrincipal();
      const views = may(reader.principal, 'transactions', 'modify') ? await allocatingAll(reader.principal, ids) : [];
      const found = views.map(async (seen) => [seen.transaction.id, await rowSuggestions(seen, reader)] as const);
      return json(Object.fromEntries(await Promise.all(found)));
    }
  })
});
