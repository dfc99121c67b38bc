import { may, type Principal } from '../../access/policy/principal';
import type { AttachableRecord } from '../../kit/attachments/attachable';

/** The place of somebody's box of receipts: the first of their accounts. Null for who has none, or no right to it. */
export function placeOfBox(principal: Principal): Pick<AttachableRecord, 'issuerId' | 'nodeId'> | null {
  const [own] = principal.scope.subtrees;
  return own && may(principal, 'receipts', 'view') ? { issuerId: principal.issuerId, nodeId: own.nodeId } : null;
}
