import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import type { EventOf } from '../../kit/states/define-states';
import { type Account, accountOf } from '../../sign-in/account/accounts';
import { holdPassword } from '../../sign-in/password/passwords';
import { endOtherSessions } from '../../sign-in/session/sessions';
import { clearCounter, holdCounter } from '../../sign-in/steps/lockout';
import { USER } from './states';
import { findUser, maintained, NOT_FOUND, type UserRecord } from './user-record';

/** The events by which an administrator changes only the status. */
export const STATUS_EVENTS = ['activate', 'deactivate', 'lock', 'unlock'] as const satisfies EventOf<typeof USER>[];
export type StatusEvent = (typeof STATUS_EVENTS)[number];

/**
 * Activates, deactivates, locks or unlocks a user (CD.31). A user who can no longer sign in loses all sessions.
 * Unlocking ends every lock, whatever its cause, and resets the count of failures.
 */
export async function changeStatus(
  principal: Principal,
  userId: string,
  event: StatusEvent,
  origin: Origin
): Promise<Result<null>> {
  const seen = await findUser(principal, userId);
  if (!seen) return NOT_FOUND;
  const account = await accountOf({ issuerId: seen.issuerId, userId });
  return transaction(async (tx) => {
    if (event === 'unlock') await holdSignIn(tx, account);
    const maintainedUser = await maintained(tx, principal, userId);
    if (!maintainedUser.ok) return maintainedUser;
    const refusal = USER.refusal(event, maintainedUser.value.status);
    if (refusal) return refused({ code: refusal });
    const { to, audit } = USER.events[event];
    if (event === 'unlock') await clearCounter(tx, account.b2BAlias);
    await setStatus(tx, maintainedUser.value, event, event === 'lock' ? 'administrator' : null);
    if (to !== 'active') await endOtherSessions(tx, { issuerId: account.issuerId, userId }, null);
    await recordAct(tx, principal, origin, {
      issuerId: account.issuerId,
      action: audit,
      entity: 'user',
      entityId: userId,
      details: {
        'before.status': maintainedUser.value.status,
        'after.status': to,
        ...(maintainedUser.value.lockCause && { 'before.lockCause': maintainedUser.value.lockCause }),
        ...(event === 'lock' && { 'after.lockCause': 'administrator' })
      }
    });
    return accepted(null);
  });
}

/** Locks counter, credentials, codes and user; every command that changes several of them locks them in this order. */
export async function holdSignIn(tx: Transaction, account: Account): Promise<void> {
  await holdCounter(tx, account.b2BAlias);
  await holdPassword(tx, account);
}

/** Applies an event to a locked user; the record of a deleted one is inactive. */
export async function setStatus(
  tx: Transaction,
  { issuerId, id }: Pick<UserRecord, 'issuerId' | 'id'>,
  event: EventOf<typeof USER>,
  lockCause: UserRecord['lockCause'] = null
): Promise<void> {
  const { from, to } = USER.events[event];
  await tx.user.update({
    where: { issuerId_id: { issuerId, id }, status: { in: [...from] }, deletedAt: null },
    data: {
      status: to === 'deleted' ? 'inactive' : to,
      ...(to === 'deleted' && { deletedAt: now() }),
      lockCause,
      lockedAt: lockCause ? now() : null,
      version: { increment: 1 },
      updatedAt: now()
    }
  });
}

/** Whether a locked user would be locked again immediately: the temporary password has expired and must be replaced. */
export const needsPassword = ({ loginType, mustChange, passwordExpiresAt }: UserRecord): boolean =>
  loginType === 'pwd' && mustChange && passwordExpiresAt !== null && passwordExpiresAt <= now();

/** The refusal if there is no address to which to send a password. */
export const NO_ADDRESS = refused({ code: 'user.email.missing' });
