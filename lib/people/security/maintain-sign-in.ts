import type { Principal } from '../../access/principal';
import { recordAct } from '../../access/record-act';
import type { AuditEntry, Origin } from '../../core/audit';
import { type Transaction, transaction } from '../../core/database';
import { accepted, type Result, refused } from '../../core/refusal';
import { type Account, accountOf } from '../../identity/accounts';
import { holdSignIn } from '../change-status';
import { findUser, maintained, NOT_FOUND, type UserRecord } from '../user-record';

/** What a change of somebody's sign-in does, in its transaction: what to audit, or the message key of why it can't be done. */
type Change = (
  tx: Transaction,
  user: UserRecord,
  account: Account
) => Promise<{ action: string; details?: AuditEntry['details'] } | { refusal: string }>;

/** Changes how a user signs in, if the principal may maintain them, and audits it. */
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
    const found = await maintained(tx, principal, userId);
    if (!found.ok) return found;
    // Through another's eyes nobody's way to sign in is changed (C6.018).
    if (principal.accessor) return refused({ code: 'user.not.authorized' });
    const changed = await change(tx, found.value, account);
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
