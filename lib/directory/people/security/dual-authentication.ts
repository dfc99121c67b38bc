import type { Principal } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import type { Result } from '../../../core/entry/refusal';
import { deleteEnrolment } from '../../../sign-in/challenge/challenge-enrolment';
import { isChallengeLock } from '../../../sign-in/challenge/challenges';
import { endOtherSessions } from '../../../sign-in/session/sessions';
import { clearCounter } from '../../../sign-in/steps/lockout';
import { setStatus } from '../change-status';
import { maintainSignIn } from './maintain-sign-in';

/** Takes a user's challenge questions and recognized browsers away: they enrol anew at their next sign-in (C2.034). */
export function resetEnrolment(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, _user, account) => {
    if (!(await deleteEnrolment(tx, account))) return { refusal: 'dual.not.enrolled' };
    return { action: 'challenge.reset' };
  });
}

/** Locks a user's dual authentication, because the responses may be known to others: nobody signs in with them (C4.022). */
export function lockDualAuthentication(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user) => {
    if (user.status !== 'active') return { refusal: 'dual.lock.impossible' };
    await setStatus(tx, user, { status: 'locked', lockCause: 'dual_authentication' });
    await endOtherSessions(tx, { issuerId: user.issuerId, userId }, null);
    return { action: 'challenge.locked', details: { 'before.status': 'active', 'after.status': 'locked' } };
  });
}

/** Clears a lock of dual authentication, or of the passwords before it (C4.023): the count starts again. */
export function clearDualAuthenticationLock(
  principal: Principal,
  userId: string,
  origin: Origin
): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user, account) => {
    const clearable = isChallengeLock(user.lockCause) || user.lockCause === 'password_attempts';
    if (user.status !== 'locked' || !clearable) return { refusal: 'dual.not.locked' };
    await clearCounter(tx, account.b2BAlias);
    await setStatus(tx, user, { status: 'active' });
    return { action: 'challenge.lock_cleared', details: { 'before.lockCause': user.lockCause } };
  });
}
