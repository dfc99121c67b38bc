import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { findPlacedPeople, type PlacedChoice } from './find-people';
import { findUser, userColumns } from './user-record';

/**
 * The users who can be linked to a user or merged into one: others of the same issuer in the principal's scope, by the
 * beginnings of names and user id; at most 20.
 */
export async function findOtherIds(principal: Principal, id: string, text: string): Promise<PlacedChoice[]> {
  const user = may(principal, 'multi_user', 'modify') ? await findUser(principal, id) : null;
  if (!user) return [];
  const others = Prisma.sql`${within(principal.scope, userColumns)} AND u.issuer_id = ${user.issuerId}::uuid AND u.id <> ${id}::uuid`;
  return findPlacedPeople(others, text);
}
