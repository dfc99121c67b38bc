import { parse } from 'bowser';
import { z } from 'zod';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { type Actor, endOtherSessions } from './sessions';

const ownSessionRow = z.strictObject({
  id: z.string(),
  current: z.boolean(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  userAgent: z.string().nullable()
});

/** A session as its owner sees it. Only its address is stored, so no location is shown. */
export interface OwnSession extends Omit<z.infer<typeof ownSessionRow>, 'userAgent'> {
  /** Names as their vendors write them: `Chrome` on `Windows`; null if the browser doesn't send it. */
  browser: string | null;
  system: string | null;
}

/** The actor's open sessions: this one first, then the last used. */
export const ownSessions = (actor: Actor): Promise<OwnSession[]> => openSessions(actor, actor.sessionId);

/** A user's open sessions: that of an id first, then the last used. */
export async function openSessions(
  { issuerId, userId }: Pick<Actor, 'issuerId' | 'userId'>,
  first: string | null
): Promise<OwnSession[]> {
  const at = now();
  const rows = await readRows(database(), ownSessionRow)`
    SELECT id, coalesce(id = ${first}::uuid, false) AS current, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
      user_agent AS "userAgent"
    FROM sessions
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${userId}::uuid AND kind = 'full'
      AND revoked_at IS NULL AND expires_at > ${at}
      AND last_seen_at + make_interval(secs => idle_timeout_seconds) > ${at}
    ORDER BY current DESC, last_seen_at DESC, id`;
  return rows.map(({ userAgent, ...session }) => ({ ...session, ...deviceOf(userAgent) }));
}

/** The browser and operating system in a User-Agent header. */
export function deviceOf(userAgent: string | null): Pick<OwnSession, 'browser' | 'system'> {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

/** Ends another session of the actor; one that has ended, or another user's, is no error. */
export async function endOwnSession(actor: Actor, sessionId: string, origin: Origin): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: {
        issuerId: actor.issuerId,
        userId: actor.userId,
        id: { equals: sessionId, not: actor.sessionId },
        revokedAt: null
      },
      data: { revokedAt: now() }
    });
    if (count === 0) return;
    await appendAudit(tx, origin, {
      issuerId: actor.issuerId,
      actorUserId: actor.userId,
      action: 'session.revoked',
      entity: 'session',
      entityId: sessionId
    });
  });
}

/** Ends all sessions of the actor except this one. */
export async function endOwnOtherSessions(actor: Actor, origin: Origin): Promise<void> {
  await transaction(async (tx) => {
    await endOtherSessions(tx, actor, actor.sessionId);
    await appendAudit(tx, origin, {
      issuerId: actor.issuerId,
      actorUserId: actor.userId,
      action: 'session.others_ended',
      entity: 'user',
      entityId: actor.userId
    });
  });
}

/** When the actor's session began; null if it is gone. */
export async function signedInAt({
  issuerId,
  sessionId: id
}: Pick<Actor, 'issuerId' | 'sessionId'>): Promise<Date | null> {
  const session = await database().session.findUnique({
    where: { issuerId_id: { issuerId, id } },
    select: { createdAt: true }
  });
  return session?.createdAt ?? null;
}
