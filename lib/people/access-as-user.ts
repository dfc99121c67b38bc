import { may, type Principal } from '../access/principal';
import { recordAct } from '../access/record-act';
import type { Origin } from '../core/audit';
import { now } from '../core/clock';
import { type Transaction, transaction } from '../core/database';
import { newSecretToken } from '../core/ids';
import { secretHash } from '../core/keys';
import { accepted, type Refusal, type Result, refused } from '../core/refusal';
import { accountOf } from '../identity/accounts';
import { type Actor, type OpenedSession, openSession } from '../identity/sessions';
import { NOT_AUTHORIZED, reachOf } from './maintenance';
import { findUser, NOT_FOUND, type UserRecord } from './user-record';

/**
 * Opens a session in which the principal sees what a user sees (C6.017, C6.018). It ends after 15 minutes, or
 * with the principal's own session; nothing of the user's own sign-in changes by it.
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
    await tx.$executeRaw`
      UPDATE sessions SET last_seen_at = ${now()}
      WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${principal.sessionId}::uuid`;
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

/** Why nobody may look through this user's eyes, or null: company administrators and below, active, of one id and one account. */
export async function accessFault(tx: Transaction, principal: Principal, user: UserRecord): Promise<Refusal | null> {
  if (user.id === principal.userId) return { code: 'access.as.user.oneself' };
  if (user.status !== 'active') return { code: 'user.not.active' };
  if (user.standings.some(({ role }) => reachOf(role) > reachOf('C'))) return { code: 'access.as.user.role' };
  const { issuerId, id } = user;
  const linked = await tx.userLink.count({
    where: { issuerId, status: 'confirmed', OR: [{ primaryUserId: id }, { linkedUserId: id }] }
  });
  const accounts = user.standings.filter(({ role }) => role === 'A').length;
  return linked > 0 || accounts > 1 ? { code: 'access.as.user.multi.account' } : null;
}

interface Accessed {
  accessorIssuerId: string;
  accessorUserId: string;
  sessionId: string;
  idleSeconds: number;
  live: boolean;
}

/**
 * Ends such a session and leads its administrator back into their own, under a new token; null when that one
 * has ended too.
 */
export async function endAccessAsUser(actor: Actor, origin: Origin): Promise<OpenedSession | null> {
  const at = now();
  return transaction(async (tx) => {
    const [accessed] = await tx.$queryRaw<Accessed[]>`
      SELECT s.accessor_issuer_id AS "accessorIssuerId", s.accessor_user_id AS "accessorUserId", o.id AS "sessionId",
        o.idle_timeout_seconds AS "idleSeconds",
        o.revoked_at IS NULL AND o.expires_at > ${at} AND u.status = 'active' AS live
      FROM sessions s
      JOIN sessions o ON (o.issuer_id, o.id) = (s.accessor_issuer_id, s.accessor_session_id)
      JOIN users u ON (u.issuer_id, u.id) = (o.issuer_id, o.user_id)
      WHERE s.issuer_id = ${actor.issuerId}::uuid AND s.id = ${actor.sessionId}::uuid AND s.revoked_at IS NULL
      FOR UPDATE OF o`;
    if (!accessed) return null;
    await tx.$executeRaw`
      UPDATE sessions SET revoked_at = ${at} WHERE issuer_id = ${actor.issuerId}::uuid AND id = ${actor.sessionId}::uuid`;
    const token = newSecretToken();
    if (accessed.live) {
      await tx.$executeRaw`
        UPDATE sessions SET token_hash = ${secretHash(token)}, last_seen_at = ${at}
        WHERE issuer_id = ${accessed.accessorIssuerId}::uuid AND id = ${accessed.sessionId}::uuid`;
    }
    await recordAct(tx, { userId: accessed.accessorUserId, accessor: null }, origin, {
      issuerId: actor.issuerId,
      action: 'access_as_user.ended',
      entity: 'user',
      entityId: actor.userId,
      details: { session: actor.sessionId }
    });
    return accessed.live ? { id: accessed.sessionId, token, idleSeconds: accessed.idleSeconds } : null;
  });
}
