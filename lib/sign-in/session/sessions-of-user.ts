import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { newSecretToken } from '../../core/secrets/ids';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';

interface SessionKey {
  issuerId: string;
  sessionId: string;
}

/**
 * Ends one session of a user id, or all of them, without those of linked ids. For commands that have proven the right to
 * it. Returns their number; a session that has ended already is no error.
 */
export async function endSessionsOf(
  tx: Transaction,
  { issuerId, userId }: { issuerId: string; userId: string },
  sessionId: string | null = null
): Promise<number> {
  const { count } = await tx.session.updateMany({
    where: { issuerId, userId, revokedAt: null, ...(sessionId !== null && { id: sessionId }) },
    data: { revokedAt: now() }
  });
  return count;
}

const replacedRow = z.strictObject({
  endsAt: z.date(),
  idleSeconds: z.number(),
  previousSignInAt: z.date().nullable(),
  failuresBefore: z.number()
});

/** Ends a session that another replaces, which takes over what it returns; null if it has ended already. */
export async function endReplacedSession(
  tx: Transaction,
  { issuerId, sessionId }: SessionKey
): Promise<z.infer<typeof replacedRow> | null> {
  const [ended] = await readRows(tx, replacedRow)`
    UPDATE sessions SET revoked_at = ${now()}
    WHERE issuer_id = ${issuerId}::uuid AND id = ${sessionId}::uuid AND revoked_at IS NULL
    RETURNING expires_at AS "endsAt", idle_timeout_seconds AS "idleSeconds",
      previous_sign_in_at AS "previousSignInAt", failures_before AS "failuresBefore"`;
  return ended ?? null;
}

/** Sets the role of a session: the assignment that its user switched to. */
export async function setSessionRole(
  tx: Transaction,
  { issuerId, sessionId }: SessionKey,
  assignmentId: string
): Promise<void> {
  await tx.session.update({ where: { issuerId_id: { issuerId, id: sessionId } }, data: { assignmentId } });
}

/** Counts as use of a session now. */
export async function touchSession(tx: Transaction, { issuerId, sessionId }: SessionKey): Promise<void> {
  await tx.session.updateMany({ where: { issuerId, id: sessionId }, data: { lastSeenAt: now() } });
}

/** Gives a session a new token, which is only in the cookie, and counts as its use. Returns the token. */
export async function renewToken(tx: Transaction, { issuerId, sessionId }: SessionKey): Promise<string> {
  const token = newSecretToken();
  await tx.session.updateMany({
    where: { issuerId, id: sessionId },
    data: { tokenHash: secretHash(token), lastSeenAt: now() }
  });
  return token;
}
