import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { contract, on } from '@/lib/core/http/contract';
import { accountsFor } from '@/lib/directory/structure/places';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';

/** The accounts that accept added transactions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ q: soughtText(200) }),
    async handle({ query, actor }) {
      const accounts = await accountsFor(await principalOf(actor), query.q);
      const options = accounts.map(({ id, name1, cardNumber }) => ({ value: id, label: `${name1} · ${cardNumber}` }));
      return Response.json(options, { headers: { 'cache-control': 'no-store' } });
    }
  })
});
