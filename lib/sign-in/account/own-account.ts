import { database } from '../../core/database/database';
import { ownSessions } from '../session/own-sessions';
import type { Actor } from '../session/sessions';

/** The user's own sign-in data on the home page. */
export interface OwnAccount {
  userId: string;
  firstName: string;
  lastName: string;
  locale: string | null;
  issuerName: string;
  /** The time zone in force: the user's choice, else the issuer's. */
  timeZone: string;
  /** The user's choice; null: none. */
  ownTimeZone: string | null;
  issuerTimeZone: string;
  previousSignInAt: Date | null;
  failuresBefore: number;
  /** The number of open sessions, including this one. */
  sessions: number;
}

/** The actor's own account. */
export async function ownAccount(actor: Actor): Promise<OwnAccount> {
  const ownSession = await database().session.findUnique({
    where: { issuerId_id: { issuerId: actor.issuerId, id: actor.sessionId } },
    select: {
      previousSignInAt: true,
      failuresBefore: true,
      user: {
        select: {
          userId: true,
          firstName: true,
          lastName: true,
          locale: true,
          timeZone: true,
          issuer: { select: { name: true, timeZone: true } }
        }
      }
    }
  });
  if (!ownSession) throw new Error('the session of the actor is gone');
  const { user, ...session } = ownSession;
  const { issuer, timeZone: ownTimeZone, ...person } = user;
  const sessions = (await ownSessions(actor)).length;
  return {
    ...person,
    ...session,
    issuerName: issuer.name,
    timeZone: ownTimeZone ?? issuer.timeZone,
    ownTimeZone,
    issuerTimeZone: issuer.timeZone,
    sessions
  };
}
