import type { Transaction } from '../../../core/database/database';
import { now } from '../../../core/server/clock';

/** A user by their key. */
interface UserKey {
  issuerId: string;
  id: string;
}

/** The causes for which a sign-in locks a user out (PD.10, C4.022). */
export type LockOutCause = 'password_attempts' | 'invalid_challenge_response' | 'one_time_password_expired';

/** Locks a user out; false unless they were active. An unknown user takes the same statement. */
export async function lockOut(tx: Transaction, { issuerId, id }: UserKey, cause: LockOutCause): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { issuerId, id, status: 'active' },
    data: { status: 'locked', lockCause: cause, lockedAt: now() }
  });
  return count > 0;
}

/** Lets a user in again who was locked out for one of these causes; others stay as they are. */
export async function endLockOut(
  tx: Transaction,
  { issuerId, id }: UserKey,
  causes: readonly LockOutCause[]
): Promise<void> {
  await tx.user.updateMany({
    where: { issuerId, id, status: 'locked', lockCause: { in: [...causes] } },
    data: { status: 'active', lockCause: null, lockedAt: null }
  });
}

/** Notes the time of a user's completed sign-in, which is now. */
export async function noteSignIn(tx: Transaction, { issuerId, id }: UserKey): Promise<void> {
  await tx.user.updateMany({ where: { issuerId, id }, data: { lastSignInAt: now() } });
}
