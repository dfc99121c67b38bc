import { ROLES, type Role } from '../../access/policy/policy';
import type { Principal } from '../../access/policy/principal';

/** The sender of a message, in the role of then. */
export interface Sender {
  senderIssuerId: string;
  senderId: string;
  senderRole: Role;
}

/** Whether the principal may change or delete a message: their own, and those of lower levels, never a higher one's (C6.024). */
export function isChangeable(principal: Principal, { senderIssuerId, senderId, senderRole }: Sender): boolean {
  const isOwn = senderIssuerId === principal.issuerId && senderId === principal.userId;
  const [theirs, own] = [ROLES.indexOf(senderRole), ROLES.indexOf(principal.role)];
  return theirs < own || (isOwn && theirs === own);
}
