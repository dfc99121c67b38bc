import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type OwnSession, openSessions } from '../../sign-in/session/own-sessions';
import { endOtherSessions } from '../../sign-in/session/sessions';
import { endSessionsOf } from '../../sign-in/session/sessions-of-user';
import { findUser, maintained, type UserRecord } from './user-record';

/** The most sessions that administrators are shown. */
const SHOWN = 50;

/** A user's open sessions as administrators see them, last used first. */
export async function userSessions(
  principal: Principal,
  { issuerId, id }: UserRecord
): Promise<Omit<OwnSession, 'current'>[]> {
  if (!may(principal, 'users', 'view')) return [];
  const sessions = await openSessions({ issuerId, userId: id }, null);
  return sessions.slice(0, SHOWN).map(({ current, ...session }) => session);
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
