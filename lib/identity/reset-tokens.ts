import { now } from '../core/clock';
import { database, type Transaction } from '../core/database';
import { newId, newSecretToken } from '../core/ids';
import { secretHash } from '../core/keys';
import type { Account } from './accounts';

/** P9.006. */
export const RESET_MINUTES = 15;
/** Wrong user ids that a link bears. */
export const RESET_TRIES = 5;

/** Makes a reset token: 256 random bits, of which the database keeps only the hash (PD.11). */
export async function issueResetToken(tx: Transaction, { issuerId, id: userId }: Account): Promise<string> {
  const token = newSecretToken();
  const at = now();
  await tx.$executeRaw`
    INSERT INTO reset_tokens (issuer_id, id, user_id, token_hash, issued_at, expires_at)
    VALUES (${issuerId}::uuid, ${newId()}::uuid, ${userId}::uuid, ${secretHash(token)}, ${at},
      ${new Date(at.getTime() + RESET_MINUTES * 60_000)})`;
  return token;
}

export const RESET_TOKEN_STATUSES = ['ACTIVE', 'USED', 'EXPIRED', 'REVOKED'] as const;
export type ResetTokenStatus = (typeof RESET_TOKEN_STATUSES)[number];

/** What a link is good for (P3.006, P7.010); an unknown token reads as expired (PD.6). */
export async function resetTokenStatus(token: string): Promise<ResetTokenStatus> {
  const rows = await database().$queryRaw<{ status: 'active' | 'used' | 'revoked'; over: boolean }[]>`
    SELECT status::text AS status, expires_at <= ${now()} OR tries >= ${RESET_TRIES} AS over
    FROM reset_tokens WHERE token_hash = ${secretHash(token)}`;
  const [found] = rows;
  if (!found) return 'EXPIRED';
  if (found.status === 'used') return 'USED';
  if (found.status === 'revoked') return 'REVOKED';
  return found.over ? 'EXPIRED' : 'ACTIVE';
}

/** Whose a live token is; counts nothing. */
export async function ownerOfResetToken(token: string): Promise<{ issuerId: string; userId: string } | null> {
  const rows = await database().$queryRaw<{ issuerId: string; userId: string }[]>`
    SELECT issuer_id AS "issuerId", user_id AS "userId" FROM reset_tokens
    WHERE token_hash = ${secretHash(token)} AND status = 'active' AND expires_at > ${now()} AND tries < ${RESET_TRIES}`;
  return rows[0] ?? null;
}

/** Whose a live token is. Counts the try before it is judged, so that five are all there are, however parallel. */
export async function tryResetToken(token: string): Promise<{ issuerId: string; userId: string } | null> {
  const rows = await database().$queryRaw<{ issuerId: string; userId: string }[]>`
    UPDATE reset_tokens SET tries = tries + 1
    WHERE token_hash = ${secretHash(token)} AND status = 'active' AND expires_at > ${now()} AND tries < ${RESET_TRIES}
    RETURNING issuer_id AS "issuerId", user_id AS "userId"`;
  return rows[0] ?? null;
}

/** Takes a try back: the user id was the right one. */
export async function forgiveTry(token: string): Promise<void> {
  await database().$executeRaw`
    UPDATE reset_tokens SET tries = tries - 1 WHERE token_hash = ${secretHash(token)} AND tries > 0`;
}

/** Uses a token up. Of two at once only one gets true. */
export async function useResetToken(tx: Transaction, token: string): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE reset_tokens SET status = 'used', used_at = ${now()}
    WHERE token_hash = ${secretHash(token)} AND status = 'active' AND expires_at > ${now()}`;
  return used === 1;
}

/** Ends every live token of a user: one was used, or the password is another now. */
export async function revokeResetTokens(tx: Transaction, { issuerId, id }: Account): Promise<void> {
  await tx.$executeRaw`
    UPDATE reset_tokens SET status = 'revoked'
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid AND status = 'active'`;
}
