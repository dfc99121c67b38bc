import { database, type Transaction } from '../../core/database/database';
import { newId, newSecretToken } from '../../core/secrets/ids';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import type { Account } from '../account/accounts';

/** P9.006. */
export const RESET_MINUTES = 15;
/** Wrong user ids that a link bears. */
export const RESET_TRIES = 5;

/** Makes a reset token: 256 random bits, of which the database keeps only the hash (PD.11). */
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

/** A token that is used by nobody yet, and not too old. */
const unused = (token: string) =>
  ({ tokenHash: secretHash(token), status: 'active', expiresAt: { gt: now() } }) as const;

/** An unused token that has tries left. */
const live = (token: string) => ({ ...unused(token), tries: { lt: RESET_TRIES } });

const OWNER = { issuerId: true, userId: true };

export const RESET_TOKEN_STATUSES = ['ACTIVE', 'USED', 'EXPIRED', 'REVOKED'] as const;
export type ResetTokenStatus = (typeof RESET_TOKEN_STATUSES)[number];

/** What a link is good for (P3.006, P7.010); an unknown token reads as expired (PD.6). */
export async function resetTokenStatus(token: string): Promise<ResetTokenStatus> {
  const found = await database().resetToken.findFirst({
    where: { tokenHash: secretHash(token) },
    select: { status: true, expiresAt: true, tries: true }
  });
  if (!found) return 'EXPIRED';
  if (found.status === 'used') return 'USED';
  if (found.status === 'revoked') return 'REVOKED';
  return found.expiresAt <= now() || found.tries >= RESET_TRIES ? 'EXPIRED' : 'ACTIVE';
}

/** Whose a live token is; counts nothing. */
export async function ownerOfResetToken(token: string): Promise<{ issuerId: string; userId: string } | null> {
  return database().resetToken.findFirst({ where: live(token), select: OWNER });
}

/** Whose a live token is. Counts the try before it is judged, so that five are all there are, however parallel. */
export async function tryResetToken(token: string): Promise<{ issuerId: string; userId: string } | null> {
  const [tried] = await database().resetToken.updateManyAndReturn({
    where: live(token),
    data: { tries: { increment: 1 } },
    select: OWNER
  });
  return tried ?? null;
}

/** Takes a try back: the user id was the right one. */
export async function forgiveTry(token: string): Promise<void> {
  await database().resetToken.updateMany({
    where: { tokenHash: secretHash(token), tries: { gt: 0 } },
    data: { tries: { decrement: 1 } }
  });
}

/** Uses a token up. Of two at once only one gets true. */
export async function useResetToken(tx: Transaction, token: string): Promise<boolean> {
  const { count } = await tx.resetToken.updateMany({
    where: unused(token),
    data: { status: 'used', usedAt: now() }
  });
  return count === 1;
}

/** Ends every live token of a user: one was used, or the password is another now. */
export async function revokeResetTokens(tx: Transaction, { issuerId, id: userId }: Account): Promise<void> {
  await tx.resetToken.updateMany({ where: { issuerId, userId, status: 'active' }, data: { status: 'revoked' } });
}
