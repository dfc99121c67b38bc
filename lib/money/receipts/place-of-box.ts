import { may, type Principal } from '../../access/policy/principal';
import type { AttachableRecord } from '../../kit/attachments/attachable';

/** The node that a person's box of receipts belongs to: the first of their accounts. Null without an account or the right. */
export function placeOfBox(principal: Principal): Pick<AttachableRecord, 'issuerId' | 'nodeId'> | null {
  const [own] = principal.scope.subtrees;
  return own && may(principal, 'receipts', 'view') ? { issuerId: principal.issuerId, nodeId: own.nodeId } : null;
}
