import type { Transaction } from '../../core/database/database';
import { newAlias } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { userIdKey } from '../../sign-in/account/user-id';
import { createCredential } from '../../sign-in/password/credentials';
import { insertAssignment, type NewAssignment } from './add-role';

interface InsertedUser {
  issuerId: string;
  /** Chosen beforehand, because the password hash is bound to it. */
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  locale: string | null;
  supervisorId?: string | null;
  passwordHash: string;
  /** Set for a temporary password, which must be changed at the first sign-in. */
  expiresAt: Date | null;
  /** The initial role of a sign-in. */
  first: Omit<NewAssignment, 'isPrimary' | 'lastDay'>;
}

/** Inserts a new user with personal data, credentials and first role. */
export async function insertUser(tx: Transaction, user: InsertedUser): Promise<void> {
  const at = now();
  const { issuerId, id, userId, firstName, lastName, email, phone, locale, passwordHash, expiresAt, first } = user;
  const nodeId = first.standpoint.nodeIds[0] ?? null;
  await tx.user.create({
    data: {
      issuerId,
      id,
      userId,
      firstName,
      lastName,
      email,
      phone,
      locale,
      role: first.role,
      nodeId,
      supervisorId: user.supervisorId ?? null,
      createdAt: at,
      updatedAt: at,
      statusSince: at,
      isNew: true
    }
  });
  await tx.userDirectory.create({
    data: { userIdKey: userIdKey(userId), b2bAlias: newAlias(), ldapId: newAlias(), issuerId, userId: id }
  });
  await createCredential(tx, { issuerId, userId: id }, { passwordHash, expiresAt });
  await insertAssignment(tx, { issuerId, id }, { ...first, isPrimary: true, lastDay: null });
}
