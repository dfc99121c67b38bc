import { z } from 'zod';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { newId, newSecretToken } from '../../core/secrets/ids';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { isOfClosedPrimary } from '../../directory/people/reads/links';
import { ofAssignment, ofUser } from '../../directory/people/reads/of-user';

const sessionKind = z.enum([
  'full',
  'change_password',
  'one_time_pin',
  'new_pin',
  'next_token',
  'challenge',
  'enrol_challenge',
  'soft_token',
  'new_user',
  'access'
]);

/**
 * The access of a session: everything, or only the next step of a sign-in (PD.8); `access` opens the workspace to an
 * administrator viewing as a user, without that user's own sign-in data (C6.018).
 */
export type SessionKind = z.infer<typeof sessionKind>;

const actorRow = z.strictObject({
  sessionId: z.string(),
  issuerId: z.string(),
  userId: z.string(),
  kind: sessionKind,
  /** The current role: the one switched to, else the primary one. */
  role: z.enum(['A', 'C', 'G', 'H', 'I', 'O', 'S', 'Z']),
  brandName: z.string()
});

/** The user behind a session, whom every command and scoped query takes. */
export type Actor = z.infer<typeof actorRow>;

const ABSOLUTE_HOURS = 12;
const HALFWAY_MINUTES = 15;
/**
 * The idle time of a halfway session: the portal's warning at 220 s and its countdown of 80 s, and a little (PD.13).
 */
const HALFWAY_IDLE_SECONDS = 320;
/** A session that waits for a mailed code lasts as long as the code (PD.13). */
const CODE_IDLE_SECONDS = HALFWAY_MINUTES * 60;
/** The last use is written at most this often, so that most reads don't write. */
const TOUCH_SECONDS = 15;

export interface NewSession {
  issuerId: string;
  userId: string;
  kind: SessionKind;
  brandName: string;
  idleMinutes: number;
  previousSignInAt: Date | null;
  failuresBefore: number;
  /** The latest end, if earlier than that of its kind. */
  endsAt?: Date;
  /** The session of the administrator who is viewing as this user. */
  accessor?: { issuerId: string; userId: string; sessionId: string };
}

export interface OpenedSession {
  id: string;
  token: string;
  idleSeconds: number;
}

/** Opens a session; its token is only in the cookie (PD.13). */
export async function openSession(tx: Transaction, origin: Origin, session: NewSession): Promise<OpenedSession> {
  const id = newId();
  const token = newSecretToken();
  const at = now();
  const full = session.kind === 'full';
  const minutes = full ? ABSOLUTE_HOURS * 60 : HALFWAY_MINUTES;
  const idleSeconds = idleSecondsOf(session);
  const latest = new Date(at.getTime() + minutes * 60_000);
  const expiresAt = session.endsAt && session.endsAt < latest ? session.endsAt : latest;
  const { accessor } = session;
  await tx.session.create({
    data: {
      issuerId: session.issuerId,
      id,
      userId: session.userId,
      kind: session.kind,
      tokenHash: secretHash(token),
      brandName: session.brandName,
      createdAt: at,
      lastSeenAt: at,
      idleTimeoutSeconds: idleSeconds,
      expiresAt,
      address: origin.address,
      userAgent: origin.userAgent,
      previousSignInAt: session.previousSignInAt,
      failuresBefore: session.failuresBefore,
      accessorIssuerId: accessor?.issuerId ?? null,
      accessorUserId: accessor?.userId ?? null,
      accessorSessionId: accessor?.sessionId ?? null
    },
    select: { id: true }
  });
  return { id, token, idleSeconds };
}

function idleSecondsOf({ kind, idleMinutes, accessor }: NewSession): number {
  if (kind === 'full' || accessor) return idleMinutes * 60;
  return kind === 'one_time_pin' ? CODE_IDLE_SECONDS : HALFWAY_IDLE_SECONDS;
}

const foundSessionRow = actorRow.extend({ stale: z.boolean() });

/**
 * The actor of a session token; null if the session is unknown, idle, expired or revoked, or ended with the session,
 * role or primary id that opened it. Counts as use.
 */
export async function actorOf(token: string): Promise<Actor | null> {
  const at = now();
  const rows = await readRows(database(), foundSessionRow)`
    SELECT s.id AS "sessionId", s.issuer_id AS "issuerId", s.user_id AS "userId", s.kind::text AS kind,
      coalesce(a.role, u.role)::text AS role, s.brand_name AS "brandName",
      s.last_seen_at < ${at}::timestamptz - make_interval(secs => ${TOUCH_SECONDS}) AS stale
    FROM sessions s ${ofUser('s.user_id')}
    LEFT ${ofAssignment('s', 'a')} AND a.user_id = s.user_id AND role_in_force(a.issuer_id, a.last_day, ${at})
    LEFT JOIN sessions o ON (o.issuer_id, o.id) = (s.accessor_issuer_id, s.accessor_session_id)
    LEFT ${ofUser('o.user_id', 'ou')}
    LEFT ${ofAssignment('o', 'oa')}
    WHERE s.token_hash = ${secretHash(token)} AND s.revoked_at IS NULL AND s.expires_at > ${at}
      AND s.last_seen_at + make_interval(secs => s.idle_timeout_seconds) > ${at} AND u.status = 'active'
      AND NOT ${isOfClosedPrimary(Prisma.sql`s.issuer_id`, Prisma.sql`s.user_id`)}
      AND (s.kind <> 'access' OR (o.revoked_at IS NULL AND o.expires_at > ${at} AND ou.status = 'active'
        AND role_in_force(o.issuer_id, oa.last_day, ${at})))`;
  const session = rows[0];
  if (!session) return null;
  const { stale, ...actor } = session;
  if (stale) {
    const { issuerId, sessionId: id } = actor;
    // An earlier use that is written later doesn't set the time back.
    await database().session.updateMany({
      where: { issuerId, id, lastSeenAt: { lt: at } },
      data: { lastSeenAt: at }
    });
  }
  return actor;
}

/**
 * Counts as use now: the user asked to stay (P7.022), or for another code. A session that waits for a code then lasts
 * as long as a code sent now (PD.13).
 */
export async function renewSession(
  { issuerId, sessionId }: Pick<Actor, 'issuerId' | 'sessionId'>,
  db: Transaction = database()
): Promise<void> {
  const at = now();
  await db.$executeRaw`
    UPDATE sessions SET last_seen_at = ${at}, expires_at = CASE WHEN kind = 'one_time_pin'
      THEN least(created_at + make_interval(hours => ${ABSOLUTE_HOURS}), ${at}::timestamptz + make_interval(secs => ${CODE_IDLE_SECONDS}))
      ELSE expires_at END
    WHERE issuer_id = ${issuerId}::uuid AND id = ${sessionId}::uuid`;
}

/**
 * Ends all sessions of a user except one after a credential has changed, including those of linked ids. Returns their
 * number.
 */
export async function endOtherSessions(
  tx: Transaction,
  { issuerId, userId }: { issuerId: string; userId: string },
  keptSessionId: string | null
): Promise<number> {
  return tx.$executeRaw`
    UPDATE sessions SET revoked_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND user_id IN (SELECT person_ids(${issuerId}::uuid, ${userId}::uuid))
      AND revoked_at IS NULL AND id IS DISTINCT FROM ${keptSessionId}::uuid`;
}

/**
 * Ends one session by its token: at sign-out, and before a sign-in opens another. A session for viewing as a user also
 * ends the administrator's own. No session is no error.
 */
export async function endSession(token: string, origin: Origin): Promise<void> {
  await transaction(async (tx) => {
    const [ended] = await tx.session.updateManyAndReturn({
      where: { tokenHash: secretHash(token), revokedAt: null },
      data: { revokedAt: now() },
      select: { issuerId: true, id: true, userId: true, accessorUserId: true }
    });
    if (!ended) return;
    const { issuerId, id, userId, accessorUserId } = ended;
    if (accessorUserId)
      await tx.session.updateMany({
        where: { accessSessions: { some: { issuerId, id } }, revokedAt: null },
        data: { revokedAt: now() }
      });
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: accessorUserId ?? userId,
      action: 'session.ended',
      entity: 'session',
      entityId: id
    });
  });
}

/** Ends all sessions of the actor and of the linked ids, including this one; returns their number. */
export async function endAllSessions(actor: Actor, origin: Origin): Promise<number> {
  return transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE sessions SET revoked_at = ${now()}
      WHERE issuer_id = ${actor.issuerId}::uuid AND revoked_at IS NULL
        AND user_id IN (SELECT person_ids(${actor.issuerId}::uuid, ${actor.userId}::uuid))`;
    await appendAudit(tx, origin, {
      issuerId: actor.issuerId,
      actorUserId: actor.userId,
      action: 'session.all_ended',
      entity: 'user',
      entityId: actor.userId,
      details: { count }
    });
    return count;
  });
}
