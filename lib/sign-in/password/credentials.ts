import type { Transaction } from '../../core/database/database';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';

interface CredentialKey {
  issuerId: string;
  userId: string;
}

/** Stores the first password of a new user. `expiresAt`: a temporary password, which the first sign-in changes. */
export async function createCredential(
  tx: Transaction,
  { issuerId, userId }: CredentialKey,
  { passwordHash, expiresAt }: { passwordHash: string; expiresAt: Date | null }
): Promise<void> {
  const at = now();
  await tx.credential.create({
    data: { issuerId, userId, passwordHash, passwordSetAt: at, mustChange: expiresAt !== null, expiresAt }
  });
  await tx.passwordHistory.create({ data: { issuerId, userId, id: newId(), passwordHash, setAt: at } });
}

/** Restricts a user to single sign-on, or allows the password again. */
export async function setSsoOnly(
  tx: Transaction,
  { issuerId, userId }: CredentialKey,
  ssoOnly: boolean
): Promise<void> {
  await tx.credential.update({ where: { issuerId_userId: { issuerId, userId } }, data: { ssoOnly } });
}

/** Notes that a user was warned of the password's expiry now. */
export async function noteExpiryWarning(tx: Transaction, { issuerId, userId }: CredentialKey): Promise<void> {
  await tx.credential.updateMany({ where: { issuerId, userId }, data: { expiryWarnedAt: now() } });
}
