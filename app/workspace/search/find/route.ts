import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { contract, on } from '@/lib/core/http/contract';
import { seeOther } from '@/lib/core/http/see-other';
import { findAccount } from '@/lib/directory/structure/find-account';
import { SEARCH_KINDS } from '@/lib/kit/search/kinds';
import { isLikeCardNumber } from '@/lib/kit/search/sought';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { recordAddress } from '../../record-address';

/**
 * The target of every search field. A whole card number is looked up here and never enters an address; other searches
 * redirect to the results page.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: workspaceActor,
    csrf: 'browser',
    body: {
      kind: 'form',
      schema: z.object({
        q: z.string().max(200).default(''),
        kind: z.enum(SEARCH_KINDS).optional().catch(undefined),
        in: z.literal('structure').optional().catch(undefined)
      }),
      limit: 4_096
    },
    async handle({ body: { q, kind, in: place }, actor }) {
      if (isLikeCardNumber(q)) {
        const account = await findAccount(await principalOf(actor), q);
        return seeOther(account ? recordAddress({ kind: 'account', ...account }) : '/workspace/search?card=unknown');
      }
      return seeOther(`/workspace/${place ?? 'search'}?${new URLSearchParams({ q: q.trim(), ...(kind && { kind }) })}`);
    }
  })
});
