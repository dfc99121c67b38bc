import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { accountOf } from '../../sign-in/account/accounts';
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

const accessedRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  userId: z.string(),
  accessorIssuerId: z.string(),
  accessorUserId: z.string(),
  ownSessionId: z.string(),
  idleSeconds: z.number(),
  /** Whether the administrator's own session continues: the use of this session counts as its use. */
  ownIsLive: z.boolean()
});
type Accessed = z.infer<typeof accessedRow>;

/**
 * The session for viewing as a user that a token opened, expired or not, if it wasn't ended; the administrator's own
 * session is locked.
 */
async function accessBy(db: Transaction, token: string): Promise<Accessed | undefined> {
  const at = now();
  const rows = await readRows(db, accessedRow)`
    SELECT s.issuer_id AS "issuerId", s.id, s.user_id AS "userId", s.accessor_issuer_id AS "accessorIssuerId",
      s.accessor_user_id AS "accessorUserId", o.id AS "ownSessionId", o.idle_timeout_seconds AS "idleSeconds",
      o.revoked_at IS NULL AND o.expires_at > ${at} AND u.status = 'active'
        AND greatest(o.last_seen_at, s.last_seen_at) + make_interval(secs => o.idle_timeout_seconds) > ${at} AS "ownIsLive"
    FROM sessions s
    JOIN sessions o ON (o.issuer_id, o.id) = (s.accessor_issuer_id, s.accessor_session_id)
    JOIN users u ON (u.issuer_id, u.id) = (o.issuer_id, o.user_id)
    WHERE s.token_hash = ${secretHash(token)} AND s.kind = 'access' AND s.revoked_at IS NULL
    FOR UPDATE OF s, o`;
  return rows[0];
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
