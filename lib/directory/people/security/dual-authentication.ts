import type { Principal } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import type { Result } from '../../../core/entry/refusal';
import { deleteEnrolment } from '../../../sign-in/challenge/challenge-enrolment';
import { isChallengeLock } from '../../../sign-in/challenge/challenges';
import { endOtherSessions } from '../../../sign-in/session/sessions';
import { clearCounter } from '../../../sign-in/steps/lockout';
import { setStatus } from '../change-status';
import { USER } from '../states';
import { maintainSignIn } from './maintain-sign-in';

/** Removes a user's challenge questions and recognized browsers: they enrol anew at their next sign-in (C2.034). */
export function resetEnrolment(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, _user, account) => {
    if (!(await deleteEnrolment(tx, account))) return { refusal: 'dual.not.enrolled' };
    return { action: 'challenge.reset' };
  });
}

/** Locks a user's dual authentication, because other people may know the responses: it blocks the sign-in (C4.022). */
export function lockDualAuthentication(principal: Principal, userId: string, origin: Origin): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user) => {
    const event = 'lock_dual_authentication';
    const refusal = USER.refusal(event, user.status);
    if (refusal) return { refusal };
    await setStatus(tx, user, event, 'dual_authentication');
    await endOtherSessions(tx, { issuerId: user.issuerId, userId }, null);
    return { action: USER.events[event].audit, details: { 'before.status': 'active', 'after.status': 'locked' } };
  });
}

/** Clears a lock of dual authentication or of the password step before it (C4.023), and resets the count. */
export function clearDualAuthenticationLock(
  principal: Principal,
  userId: string,
  origin: Origin
): Promise<Result<null>> {
  return maintainSignIn(principal, userId, origin, async (tx, user, account) => {
    const event = 'clear_dual_authentication';
    const lockedByProof = isChallengeLock(user.lockCause) || user.lockCause === 'password_attempts';
    const refusal = USER.refusal(event, user.status) ?? (lockedByProof ? null : 'dual.not.locked');
    if (refusal) return { refusal };
    await clearCounter(tx, account.b2BAlias);
    await setStatus(tx, user, event);
    return { action: USER.events[event].audit, details: { 'before.lockCause': user.lockCause } };
  });
}
