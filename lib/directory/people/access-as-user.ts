import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { accountOf } from '../../sign-in/account/accounts';
import { accessBy } from '../../sign-in/session/access-session';
import { type OpenedSession, openSession } from '../../sign-in/session/sessions';
import { endSessionsOf, renewToken, touchSession } from '../../sign-in/session/sessions-of-user';
import { assignmentsOf } from './assignments';
import { isWithinOwnPowers, NOT_AUTHORIZED, reachOf } from './maintenance';
import { findUser, NOT_FOUND, type UserRecord } from './user-record';

/**
 * Opens a session for viewing as a user (C6.017, C6.018). It ends after 15 minutes, or with the principal's own
 * session; the user's own sign-in isn't affected.
 */
export async function accessAsUser(
  principal: Principal,
  userId: string,
  origin: Origin
): Promise<Result<OpenedSession>> {
  if (!may(principal, 'access_as_user', 'run') || principal.accessor) return refused(NOT_AUTHORIZED);
  return transaction(async (tx) => {
    const user = await findUser(principal, userId, tx);
    if (!user) return NOT_FOUND;
    const fault = await accessFault(tx, principal, user);
    if (fault) return refused(fault);
    const own = await accountOf(principal, tx);
    await touchSession(tx, principal);
    const session = await openSession(tx, origin, {
      issuerId: user.issuerId,
      userId,
      kind: 'access',
      brandName: principal.brandName,
      idleMinutes: own.idleMinutes,
      previousSignInAt: user.lastSignInAt,
      failuresBefore: 0,
      accessor: { issuerId: principal.issuerId, userId: principal.userId, sessionId: principal.sessionId }
    });
    await recordAct(tx, principal, origin, {
      issuerId: user.issuerId,
      action: 'access_as_user.begun',
      entity: 'user',
      entityId: userId,
      details: { session: session.id }
    });
    return accepted(session);
  });
}

/**
 * The reason that the principal may not view as this user, or null. The user must be a company administrator or below,
 * active, with one id and one account, and without permissions that the principal lacks.
 */
export async function accessFault(tx: Transaction, principal: Principal, user: UserRecord): Promise<Refusal | null> {
  if (user.id === principal.userId) return { code: 'access.as.user.oneself' };
  if (user.status !== 'active') return { code: 'user.not.active' };
  if (user.standings.some(({ role }) => reachOf(role) > reachOf('C'))) return { code: 'access.as.user.role' };
  const { issuerId, id } = user;
  const linked = await tx.userLink.count({
    where: { issuerId, status: 'confirmed', OR: [{ primaryUserId: id }, { linkedUserId: id }] }
  });
  const accounts = user.standings.filter(({ role }) => role === 'A').length;
  if (linked > 0 || accounts > 1) return { code: 'access.as.user.multi.account' };
  const [own] = await assignmentsOf(principal, user, tx);
  return own && !isWithinOwnPowers(principal, own.role, own.authorities) ? { code: 'access.as.user.powers' } : null;
}

/**
 * Whether a token is of an expired session for viewing as a user, from which its administrator can return to their own
 * session.
 */
export async function leadsBack(token: string): Promise<boolean> {
  return (await accessBy(database(), token))?.ownIsLive ?? false;
}

/**
 * Ends viewing as a user, also after it has expired, and returns the administrator to their own session under a new
 * token, or without one if that session has ended too. Null: there is nothing to end.
 */
export async function endAccessAsUser(
  accessToken: string,
  origin: Origin
): Promise<{ userId: string; session: OpenedSession | null } | null> {
  return transaction(async (tx) => {
    const accessed = await accessBy(tx, accessToken);
    if (!accessed) return null;
    const { issuerId, id, userId, accessorIssuerId, accessorUserId, ownSessionId, idleSeconds, ownIsLive } = accessed;
    await endSessionsOf(tx, { issuerId, userId }, id);
    const token = ownIsLive ? await renewToken(tx, { issuerId: accessorIssuerId, sessionId: ownSessionId }) : null;
    await recordAct(tx, { userId: accessorUserId, accessor: null }, origin, {
      issuerId,
      action: 'access_as_user.ended',
      entity: 'user',
      entityId: userId,
      details: { session: id }
    });
    return { userId, session: token === null ? null : { id: ownSessionId, token, idleSeconds } };
  });
}
