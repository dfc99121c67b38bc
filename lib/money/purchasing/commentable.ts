import { may, type Principal } from '../../access/policy/principal';
import { Prisma } from '../../core/database/prisma/client';
import { grantedPlaces } from '../../directory/people/granted-places';
import type { Commentable, CommentableRecord } from '../../kit/comments/commentable';
import { heldRequest, type PurchaseRequest, partiesOf, seenRequest } from './requests';

/** Those who request purchases or decide on them comment on a request that they see, in any state. */
export const COMMENTABLE_REQUEST: Commentable = {
  find: async (tx, principal, id) => recordOf(principal, await seenRequest(principal, id, tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldRequest(tx, principal, id))
};

function recordOf(principal: Principal, seen: PurchaseRequest | null): CommentableRecord | null {
  if (!seen) return null;
  const { issuerId, id, nodeId, companyId, path, requesterId, state } = seen;
  const own = Prisma.sql`u.id = ANY(${state === 'draft' ? [requesterId] : partiesOf(seen)}::uuid[])`;
  // Cardholders see their own requests alone, and a draft is its author's (C4.008D).
  const others = Prisma.sql`EXISTS (SELECT 1 FROM ${grantedPlaces('purchase_requests', 'view')} AND a.role <> 'A'
    AND starts_with(${path}, n.path) AND coalesce(n.company_id, ${companyId}::uuid) = ${companyId}::uuid)`;
  return {
    issuerId,
    nodeId,
    fault: may(principal, 'purchase_requests', 'modify') ? null : 'forbidden.action',
    readers: state === 'draft' ? own : Prisma.sql`(${own} OR ${others})`,
    page: `/workspace/purchase-requests/${id}`
  };
}
