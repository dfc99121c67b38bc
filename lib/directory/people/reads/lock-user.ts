import type { Transaction } from '../../../core/database/database';

/** A user by their key. */
interface UserKey {
  issuerId: string;
  id: string;
}

/** Locks a user until the commit. */
export async function lockUser(tx: Transaction, { issuerId, id }: UserKey): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
}

/** Locks a user until the commit but for rows that refer to them; false unless they are active and linked to no other id. */
export async function holdUnlinkedUser(tx: Transaction, { issuerId, id }: UserKey): Promise<boolean> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  const unlinked = { linksAsLinked: { none: { status: 'confirmed' } } } as const;
  const user = await tx.user.findFirst({
    where: { issuerId, id, status: 'active', ...unlinked },
    select: { id: true }
  });
  return user !== null;
}
