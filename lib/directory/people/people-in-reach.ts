import type { Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { findPlacedPeople, type PersonChoice, type PlacedChoice } from './find-people';
import { peopleOf, peopleTyped } from './people-by-id';
import { userColumns } from './user-record';

/** The condition that user `u` is in reach of the principal: somebody in their scope, or the principal. */
const isInReach = ({ issuerId, userId, scope }: Principal) =>
  Prisma.sql`u.issuer_id = ${issuerId}::uuid AND (u.id = ${userId}::uuid OR ${within(scope, userColumns)})`;

/** Those in the principal's scope, and the principal, by the beginnings of names and user id; at most 20. */
export const findInReach = (principal: Principal, text: string): Promise<PlacedChoice[]> =>
  findPlacedPeople(isInReach(principal), text);

/**
 * The ids of the recipients who were picked by their user ids. Those from `before` may stay wherever they have moved; a
 * refusal with the code `unknown` names the first who is neither of them nor in reach.
 */
export async function pickedInReach(
  tx: Transaction,
  principal: Principal,
  userIds: readonly string[],
  { before, unknown: code }: { before: readonly PersonChoice[]; unknown: TextKey }
): Promise<Result<string[]>> {
  const staying = before.filter(({ userId }) => userIds.includes(userId));
  const others = userIds.filter((userId) => !staying.some((one) => one.userId === userId));
  const { people, unknown } = await peopleTyped(tx, isInReach(principal), others);
  if (unknown !== undefined) return refused({ code, field: 'recipients', params: { userId: unknown } });
  return accepted([...new Set([...staying, ...people].map(({ id }) => id))]);
}

/** The principal themself, as somebody who can be picked. */
export const oneself = ({ issuerId, userId }: Principal): Promise<PersonChoice[]> =>
  peopleOf(database(), issuerId, [userId]);
