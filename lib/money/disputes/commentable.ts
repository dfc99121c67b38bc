import { may, type Principal } from '../../access/policy/principal';
import { Prisma } from '../../core/database/prisma/client';
import { grantedPlaces } from '../../directory/people/granted-places';
import type { Commentable, CommentableRecord } from '../../kit/comments/commentable';
import { type Dispute, heldDispute, seenDispute } from './disputes';

/**
 * Whoever prepares or decides disputes comments on them, in any state: what there is to add to a submitted form is a
 * comment to the issuer.
 */
export const COMMENTABLE_DISPUTE: Commentable = {
  find: async (tx, principal, id) => recordOf(principal, await seenDispute(principal, id, tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldDispute(tx, principal, id))
};

function recordOf(principal: Principal, seen: Dispute | null): CommentableRecord | null {
  if (!seen) return null;
  const { issuerId, accountId: nodeId, companyId, accountPath, state } = seen;
  const isHeard = may(principal, 'disputes', 'modify') || may(principal, 'dispute_desk', 'modify');
  // A draft is seen only by those who prepare it.
  const places = grantedPlaces('disputes', state === 'draft' ? 'modify' : 'view');
  return {
    issuerId,
    nodeId,
    fault: isHeard ? null : 'forbidden.action',
    readers: Prisma.sql`EXISTS (SELECT 1 FROM ${places}
      AND starts_with(${accountPath}, n.path) AND coalesce(n.company_id, ${companyId}::uuid) = ${companyId}::uuid)`
  };
}
