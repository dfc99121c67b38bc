import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { deviceOf, type OwnSession, ownSessionRow } from '../../sign-in/session/own-sessions';
import { endOtherSessions } from '../../sign-in/session/sessions';
import { endSessionsOf } from '../../sign-in/session/sessions-of-user';
import { findUser, maintained, type UserRecord } from './user-record';

const userSessionRow = ownSessionRow.omit({ current: true });

/** A user's open sessions as administrators see them, last used first. */
export async function userSessions(principal: Principal, user: UserRecord): Promise<Omit<OwnSession, 'current'>[]> {
  if (!may(principal, 'users', 'view')) return [];
  const at = now();
  const rows = await readRows(database(), userSessionRow)`
    SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", user_agent AS "userAgent" FROM sessions
    WHERE issuer_id = ${user.issuerId}::uuid AND user_id = ${user.id}::uuid AND kind = 'full'
      AND revoked_at IS NULL AND expires_at > ${at}
      AND last_seen_at + make_interval(secs => idle_timeout_seconds) > ${at}
    ORDER BY last_seen_at DESC, id LIMIT 50`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, ...deviceOf(userAgent) }));
}

/** Ends one session of a user, or all of them. A session that has ended already is no error. */
export async function endUserSessions(
  principal: Principal,
  userId: string,
  sessionId: string | null,
  origin: Origin
): Promise<Result<number>> {
  return transaction(async (tx) => {
    const maintainedUser = await maintained(tx, principal, userId);
    if (!maintainedUser.ok) {
      const oneself = userId === principal.userId && (await findUser(principal, userId, tx));
      return oneself ? refused({ code: 'user.sessions.oneself' }) : maintainedUser;
    }
    const { issuerId } = maintainedUser.value;
    const ended =
      sessionId === null
        ? await endOtherSessions(tx, { issuerId, userId }, null)
        : await endSessionsOf(tx, { issuerId, userId }, sessionId);
    if (ended > 0) {
      await recordAct(tx, principal, origin, {
        issuerId,
        action: 'user.sessions_ended',
        entity: 'user',
        entityId: userId,
        details: { count: ended, session: sessionId }
      });
    }
    return accepted(ended);
  });
}
