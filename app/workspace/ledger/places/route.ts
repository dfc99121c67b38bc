import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { contract, on } from '@/lib/core/http/contract';
import { exportPlaces } from '@/lib/money/ledger/selection';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../signed-in';

/** The nodes that an export can cover. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query: z.object({ q: soughtText(200) }),
    async handle({ query, actor }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const places = await exportPlaces(principal, query.q);
      const options = places.map(({ id, kind, number, name1 }) => ({
        value: id,
        label: [name1, number, t(`node.kind.${kind}`)].filter(Boolean).join(' · ')
      }));
      return Response.json(options, { headers: { 'cache-control': 'no-store' } });
    }
  })
});
