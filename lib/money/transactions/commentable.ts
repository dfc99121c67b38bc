import { may, type Principal } from '../../access/policy/principal';
import { Prisma } from '../../core/database/prisma/client';
import { grantedPlaces } from '../../directory/people/granted-places';
import type { Commentable, CommentableRecord } from '../../kit/comments/commentable';
import { forgetComments } from '../../kit/comments/forget-comments';
import type { RetentionPart } from './retention';
import { type CardTransaction, heldTransactions, seenTransactions } from './transactions';

/** Whoever allocates or approves transactions comments on them, in any state: a question may come after the export. */
export const COMMENTABLE_TRANSACTION: Commentable = {
  find: async (tx, principal, id) => recordOf(principal, await seenTransactions(principal, [id], tx)),
  hold: async (tx, principal, id) => recordOf(principal, await heldTransactions(tx, principal, [id]))
};

function recordOf(principal: Principal, [seen]: readonly CardTransaction[]): CommentableRecord | null {
  if (!seen || !may(principal, 'transactions', 'view')) return null;
  const { issuerId, id, accountId: nodeId, companyId, accountPath } = seen;
  const isHeard = may(principal, 'transactions', 'modify') || may(principal, 'approvals', 'approve');
  return {
    issuerId,
    nodeId,
    fault: isHeard ? null : 'forbidden.action',
    page: `/workspace/transactions/${id}`,
    readers: Prisma.sql`EXISTS (SELECT 1 FROM ${grantedPlaces('transactions', 'view')}
      AND starts_with(${accountPath}, n.path) AND coalesce(n.company_id, ${companyId}::uuid) = ${companyId}::uuid)`
  };
}

/** Comments are deleted with their transaction. */
export const commentsOnTransactions: RetentionPart = {
  forget: (tx, issuerId, gone) =>
    forgetComments(
      tx,
      issuerId,
      'transaction',
      gone.map(({ id }) => id)
    )
};
