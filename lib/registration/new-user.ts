import { now } from '../core/clock';
import type { Transaction } from '../core/database';
import { newAlias, newId } from '../core/ids';
import { userIdKey } from '../identity/user-id';

interface NewUser {
  issuerId: string;
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  locale: string;
  /** Where the user stands: a cardholder at an account, a company administrator at the company. */
  role: 'A' | 'C';
  nodeId: string;
  passwordHash: string;
  /** Set for a temporary password: to be changed at the first sign-in, and useless after it. */
  expiresAt: Date | null;
}

/** Makes the user that a registration ends in, with the role as the only one; resolves to the id. */
export async function insertRegistered(tx: Transaction, user: NewUser): Promise<string> {
  const [id, assignmentId, at] = [newId(), newId(), now()];
  const { issuerId, userId, role, nodeId, passwordHash, expiresAt } = user;
  const { firstName, lastName, email, phone, locale } = user;
  await tx.user.create({ data: { issuerId, id, userId, firstName, lastName, email, phone, locale, role, nodeId } });
  await tx.userDirectory.create({
    data: { userIdKey: userIdKey(userId), b2bAlias: newAlias(), ldapId: newAlias(), issuerId, userId: id }
  });
  await tx.credential.create({
    data: { issuerId, userId: id, passwordHash, passwordSetAt: at, mustChange: expiresAt !== null, expiresAt }
  });
  await tx.passwordHistory.create({ data: { issuerId, userId: id, id: newId(), passwordHash, setAt: at } });
  await tx.assignment.create({ data: { issuerId, id: assignmentId, userId: id, role, isPrimary: true } });
  await tx.assignmentNode.create({ data: { issuerId, assignmentId, nodeId } });
  return id;
}
