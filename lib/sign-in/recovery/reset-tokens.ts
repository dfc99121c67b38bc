import { database, type Transaction } from '../../core/database/database';
import { newId, newSecretToken } from '../../core/secrets/ids';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';

/** P9.006. */
export const RESET_MINUTES = 15;
/** The number of wrong user ids before a link ends. */
export const RESET_TRIES = 5;

/** Creates a reset token: 256 random bits, of which the database stores only the hash (PD.11). */
export async function issueResetToken(tx: Transaction, { issuerId, id: userId }: Account): Promise<string> {
  const token = newSecretToken();
  const at = now();
  await tx.resetToken.create({
    data: {
      issuerId,
      id: newId(),
      userId,
      tokenHash: secretHash(token),
      issuedAt: at,
      expiresAt: new Date(at.getTime() + RESET_MINUTES * 60_000)
    }
  });
  return token;
}

/** An unused, unexpired token. */
const unused = (token: string) =>
  ({ tokenHash: secretHash(token), status: 'active', expiresAt: { gt: now() } }) as const;

/** An unused token with tries left. */
const live = (token: string) => ({ ...unused(token), tries: { lt: RESET_TRIES } });

const OWNER = { issuerId: true, userId: true };

export const RESET_TOKEN_STATUSES = ['ACTIVE', 'USED', 'EXPIRED', 'REVOKED'] as const;
export type ResetTokenStatus = (typeof RESET_TOKEN_STATUSES)[number];

/** The status of a link (P3.006, P7.010); an unknown token counts as expired (PD.6). */
export async function resetTokenStatus(token: string): Promise<ResetTokenStatus> {
  const resetToken = await database().resetToken.findFirst({
    where: { tokenHash: secretHash(token) },
    select: { status: true, expiresAt: true, tries: true }
  });
  if (!resetToken) return 'EXPIRED';
  if (resetToken.status === 'used') return 'USED';
  if (resetToken.status === 'revoked') return 'REVOKED';
  return resetToken.expiresAt <= now() || resetToken.tries >= RESET_TRIES ? 'EXPIRED' : 'ACTIVE';
}

/** The owner of a valid token; counts nothing. */
export async function ownerOfResetToken(token: string): Promise<{ issuerId: string; userId: string } | null> {
  return database().resetToken.findFirst({ where: live(token), select: OWNER });
}

/** The owner of a valid token. It counts the try before checking it, so that parallel requests can't exceed five. */
export async function tryResetToken(token: string): Promise<{ issuerId: string; userId: string } | null> {
  const [tried] = await database().resetToken.updateManyAndReturn({
    where: live(token),
    data: { tries: { increment: 1 } },
    select: OWNER
  });
  return tried ?? null;
}

/** Takes back a try, because the user id was right. */
export async function forgiveTry(token: string): Promise<void> {
  await database().resetToken.updateMany({
    where: { tokenHash: secretHash(token), tries: { gt: 0 } },
    data: { tries: { decrement: 1 } }
  });
}

/** Uses up a token. Of two concurrent calls one returns true. */
export async function useResetToken(tx: Transaction, token: string): Promise<boolean> {
  const { count } = await tx.resetToken.updateMany({
    where: unused(token),
    data: { status: 'used', usedAt: now() }
  });
  return count === 1;
}

/** Ends all valid tokens of a user, after one was used or the password has changed. */
export async function revokeResetTokens(tx: Transaction, { issuerId, id: userId }: Account): Promise<void> {
  await tx.resetToken.updateMany({ where: { issuerId, userId, status: 'active' }, data: { status: 'revoked' } });
}
