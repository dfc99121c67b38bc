import { z } from 'zod';
import { type Principal, principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { errors } from '@/lib/core/http/answers';
import { on } from '@/lib/core/http/contract';
import { type StructureNode, seenNode } from '@/lib/directory/structure/nodes';
import type { NodeChoice } from '@/lib/directory/structure/places';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../signed-in';

/** The options of a node's combo box for the typed text. */
export const placeOptions = (
  find: (principal: Principal, node: StructureNode, text: string) => Promise<NodeChoice[]>
) =>
  on({
    auth: workspaceActor,
    params: z.object({ id: z.guid() }),
    query: z.object({ q: soughtText(200) }),
    async handle({ request, params, query, actor }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const node = await seenNode(principal, params.id);
      if (!node) return errors(404, [{ code: 'not.found' }], request);
      const places = await find(principal, node, query.q);
      const options = places.map(({ id, kind, number, name1, cardNumber }) => ({
        value: id,
        label: [name1, number ?? cardNumber, t(`node.kind.${kind}`)].filter(Boolean).join(' · ')
      }));
      return Response.json(options, { headers: { 'cache-control': 'no-store' } });
    }
  });
