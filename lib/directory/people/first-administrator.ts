import { z } from 'zod';
import { settingValue } from '../../access/settings/setting-value';
import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { hashPassword } from '../../sign-in/password/password-hash';
import { newTemporaryPassword } from '../../sign-in/recovery/recovery';
import { insertUser } from './insert-user';
import { nameSchema } from './names';
import { isTaken, newUserIdSchema } from './new-user-id';
import { emailSchema } from './schema';

export const firstAdministratorSchema = z.object({
  userId: newUserIdSchema,
  firstName: nameSchema,
  lastName: nameSchema,
  email: emailSchema
});

/**
 * Creates the first system administrator of an installation (C6.008), on behalf of the operator. Returns the temporary
 * password, which must be changed at the first sign-in, and its expiry. @throws Error if there is an active system
 * administrator, or if the user id is taken
 */
export async function createFirstAdministrator(
  { userId, firstName, lastName, email }: z.output<typeof firstAdministratorSchema>,
  origin: Origin
): Promise<{ password: string; expiresAt: Date }> {
  const [issuerId, id, password] = [SYSTEM_ISSUER_ID, newId(), newTemporaryPassword()];
  const hash = await hashPassword(password, { issuerId, id }, origin);
  return transaction(async (tx) => {
    // Two at once would both find no administrator.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('first-administrator', 0))`;
    if (await exists(tx)`SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND role = 'Z' AND status = 'active'`)
      throw new Error('There is a system administrator already.');
    if (await isTaken(tx, userId)) throw new Error('This user ID is taken.');
    const hours = await settingValue(tx, { issuerId, companyId: null }, 'password.temporary.hours');
    const expiresAt = new Date(now().getTime() + hours * 3_600_000);
    await insertUser(tx, {
      issuerId,
      id,
      userId,
      firstName,
      lastName,
      email,
      phone: null,
      locale: null,
      passwordHash: hash,
      expiresAt,
      first: {
        role: 'Z',
        authorityTemplateId: null,
        standpoint: { issuerId: null, nodeIds: [], issuerGroupId: null }
      }
    });
    await appendAudit(tx, origin, {
      issuerId,
      action: 'user.created',
      entity: 'user',
      entityId: id,
      details: { 'after.userId': userId, 'after.email': email, 'after.role': 'Z', firstAdministrator: true }
    });
    return { password, expiresAt };
  });
}
