import { now } from '../core/clock';
import { database } from '../core/database';
import type { Actor } from './sessions';

/** What a person sees of their own sign-in on the home page. */
export interface OwnAccount {
  userId: string;
  firstName: string;
  lastName: string;
  locale: string | null;
  issuerName: string;
  timeZone: string;
  previousSignInAt: Date | null;
  failuresBefore: number;
  /** Sessions that are open now, this one included. */
  sessions: number;
}

/** The actor's own account. */
export async function ownAccount(actor: Actor): Promise<OwnAccount> {
  const at = now();
  const rows = await database().$queryRaw<OwnAccount[]>`
    SELECT u.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.locale,
      i.name AS "issuerName", i.time_zone AS "timeZone",
      s.previous_sign_in_at AS "previousSignInAt", s.failures_before AS "failuresBefore",
      (SELECT count(*)::int FROM sessions o
        WHERE o.issuer_id = s.issuer_id AND o.user_id = s.user_id AND o.revoked_at IS NULL AND o.kind = 'full'
          AND o.expires_at > ${at} AND o.last_seen_at + make_interval(secs => o.idle_timeout_seconds) > ${at}) AS sessions
    FROM sessions s
    JOIN users u ON (u.issuer_id, u.id) = (s.issuer_id, s.user_id)
    JOIN issuers i ON i.id = s.issuer_id
    WHERE s.issuer_id = ${actor.issuerId}::uuid AND s.id = ${actor.sessionId}::uuid`;
  const [account] = rows;
  if (!account) throw new Error('the session of the actor is gone');
  return account;
}
