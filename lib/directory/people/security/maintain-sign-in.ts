import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { AuditEntry, Origin } from '../../../core/audit/audit';
import type { AuditAction } from '../../../core/audit/audit-actions';
import { type Transaction, transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import type { TextKey } from '../../../core/language/text-key';
import { type Account, accountOf } from '../../../sign-in/account/accounts';
import { holdSignIn } from '../change-status';
import { NOT_AUTHORIZED } from '../maintenance';
import { findUser, maintained, NOT_FOUND, type UserRecord } from '../user-record';

/** A change of a user's sign-in within a transaction: returns the audit details, or the message key of its refusal. */
type Change = (
  tx: Transaction,
  user: UserRecord,
  account: Account
) => Promise<{ action: AuditAction; details?: AuditEntry['details'] } | { refusal: TextKey }>;

/** A user whose sign-in the principal may change, locked until the commit; refused when viewing as a user (C6.018). */
export async function maintainedSignIn(tx: Transaction, principal: Principal, id: string): Promise<Result<UserRecord>> {
  const maintainedUser = await maintained(tx, principal, id);
  return maintainedUser.ok && principal.accessor ? refused(NOT_AUTHORIZED) : maintainedUser;
}

/** Changes a user's sign-in, if the principal may maintain the user, and audits it. */
export async function maintainSignIn(
  principal: Principal,
  userId: string,
  origin: Origin,
  change: Change
): Promise<Result<null>> {
  const seen = await findUser(principal, userId);
  if (!seen) return NOT_FOUND;
  const account = await accountOf({ issuerId: seen.issuerId, userId });
  return transaction(async (tx) => {
    await holdSignIn(tx, account);
    const maintainedUser = await maintainedSignIn(tx, principal, userId);
    if (!maintainedUser.ok) return maintainedUser;
    const changed = await change(tx, maintainedUser.value, account);
    if ('refusal' in changed) return refused({ code: changed.refusal });
    await recordAct(tx, principal, origin, {
      issuerId: account.issuerId,
      action: changed.action,
      entity: 'user',
      entityId: userId,
      ...(changed.details && { details: changed.details })
    });
    return accepted(null);
  });
}
