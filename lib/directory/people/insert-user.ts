import type { Transaction } from '../../core/database/database';
import { newAlias, newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { userIdKey } from '../../sign-in/account/user-id';
import { insertAssignment, type NewAssignment } from './add-role';

interface InsertedUser {
  issuerId: string;
  /** Chosen before, since the hash of the password is bound to it. */
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  locale: string | null;
  supervisorId?: string | null;
  passwordHash: string;
  /** Set for a temporary password: to be changed at the first sign-in, and useless after it. */
  expiresAt: Date | null;
  /** The role that a sign-in begins with. */
  first: Omit<NewAssignment, 'isPrimary' | 'lastDay'>;
}

/** Writes a new user: who it is, how they sign in, and where they stand. */
export async function insertUser(tx: Transaction, user: InsertedUser): Promise<void> {
  const at = now();
  const { issuerId, id, userId, firstName, lastName, email, phone, locale, passwordHash, expiresAt, first } = user;
  const nodeId = first.standpoint.nodeIds[0] ?? null;
  await tx.user.create({
    data: {
      ...{ issuerId, id, userId, firstName, lastName, email, phone, locale, role: first.role, nodeId },
      supervisorId: user.supervisorId ?? null,
      ...{ createdAt: at, updatedAt: at, statusSince: at, isNew: true }
    }
  });
  await tx.userDirectory.create({
    data: { userIdKey: userIdKey(userId), b2bAlias: newAlias(), ldapId: newAlias(), issuerId, userId: id }
  });
  await tx.credential.create({
    data: { issuerId, userId: id, passwordHash, passwordSetAt: at, mustChange: expiresAt !== null, expiresAt }
  });
  await tx.passwordHistory.create({ data: { issuerId, userId: id, id: newId(), passwordHash, setAt: at } });
  await insertAssignment(tx, { issuerId, id }, { ...first, isPrimary: true, lastDay: null });
}
