import { randomBytes } from 'node:crypto';
import { type Principal, principalOf } from '../../lib/access/policy/principal';
import { database } from '../../lib/core/database/database';
import { newId } from '../../lib/core/secrets/ids';

/** Where the demo's commands come from, as the audit names it. */
export const ORIGIN = { requestId: 'demo', address: '127.0.0.1', userAgent: '' };

/** A user of an issuer. */
export interface Person {
  issuerId: string;
  id: string;
}

/** Does work as a user in the primary role, in a session that ends with the work. */
export async function asUser<T>(
  { issuerId, id: userId }: Person,
  work: (principal: Principal) => Promise<T>
): Promise<T> {
  const [{ role }, { brandName }] = await Promise.all([
    database().user.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id: userId } } }),
    database().issuerBrand.findFirstOrThrow({ where: { issuerId } })
  ]);
  const at = new Date();
  const sessionId = newId();
  await database().session.create({
    data: {
      issuerId,
      id: sessionId,
      userId,
      // Of no token: nobody can come in by it.
      tokenHash: randomBytes(32),
      brandName,
      createdAt: at,
      lastSeenAt: at,
      idleTimeoutSeconds: 900,
      expiresAt: new Date(at.getTime() + 900_000)
    }
  });
  try {
    return await work(await principalOf({ issuerId, userId, sessionId, kind: 'full', role, brandName }));
  } finally {
    await database().session.delete({ where: { issuerId_id: { issuerId, id: sessionId } } });
  }
}

/** One of an issuer's administrators. */
export async function administratorOf(issuerId: string): Promise<Person> {
  return database().user.findFirstOrThrow({
    where: { issuerId, role: 'I', status: 'active' },
    orderBy: { id: 'asc' }
  });
}
