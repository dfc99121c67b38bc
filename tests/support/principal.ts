import type { Role } from '@/lib/access/policy/policy';
import { type Principal, principalOf } from '@/lib/access/policy/principal';
import type { TestDatabase } from './database';
import { aSession, aUserAt, type PlacedPerson } from './structure';

/** A person of aUserAt, signed in: what the platform's commands and queries take. */
export async function principalFor(
  database: TestDatabase,
  person: Pick<PlacedPerson, 'id' | 'issuerId' | 'role'>,
  { assignmentId }: { assignmentId?: string } = {}
): Promise<Principal> {
  const { issuerId, id: userId, role } = person;
  const sessionId = await aSession(database, person, { assignmentId });
  return principalOf({ sessionId, issuerId, userId, kind: 'full', role: role as Role, brandName: 'tessera' });
}

/** A new signed-in user at a place of the structure (see aUserAt). */
export async function aPrincipalAt(...[database, ...who]: Parameters<typeof aUserAt>): Promise<Principal> {
  return principalFor(database, await aUserAt(database, ...who));
}
