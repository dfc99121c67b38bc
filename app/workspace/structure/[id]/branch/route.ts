import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { seenNode } from '@/lib/directory/structure/nodes';
import { treeBranch } from '@/lib/directory/structure/tree';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../../signed-in';
import { treeItems } from '../../tree-items';

/** The children of a node, in pages, for opening a branch of the tree. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    params: z.object({ id: z.guid() }),
    query: z.object({ after: z.string().max(1_000).optional() }),
    async handle({ request, params, query, actor }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const node = await seenNode(principal, params.id);
      if (!node) return errors(404, [{ code: 'not.found' }], request);
      const branch = treeItems(t, await treeBranch(principal, node, query.after ?? null));
      return Response.json(branch, { headers: { 'cache-control': 'no-store' } });
    }
  })
});
