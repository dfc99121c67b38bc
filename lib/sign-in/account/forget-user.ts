import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';

/**
 * Deletes everything that a user signs in with, and the sessions (CD.5). `passwordHash` replaces the password by one
 * that nobody knows.
 */
export async function forgetSignIn(
  tx: Transaction,
  { issuerId, userId }: { issuerId: string; userId: string },
  passwordHash: string
): Promise<void> {
  await tx.credential.updateMany({
    where: { issuerId, userId },
    data: { passwordHash, loginType: 'pwd', mustChange: true, expiresAt: now() }
  });
  await tx.passwordHistory.deleteMany({ where: { issuerId, userId } });
  await tx.securityAnswer.deleteMany({ where: { issuerId, userId } });
  await tx.passkey.deleteMany({ where: { issuerId, userId } });
  await tx.federatedIdentity.deleteMany({ where: { issuerId, userId } });
  await tx.challengeEnrolment.deleteMany({ where: { issuerId, userId } });
  await tx.recognizedBrowser.deleteMany({ where: { issuerId, userId } });
  await tx.hardwareToken.deleteMany({ where: { issuerId, userId } });
  await tx.session.deleteMany({ where: { issuerId, userId } });
}
