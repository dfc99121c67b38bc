import { z } from 'zod';
import { type Principal, principalAgain } from '../../../access/policy/principal';
import type { Transaction } from '../../../core/database/database';
import { Prisma, type ReportSchedule } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { usersBelow } from '../../../directory/people/users-below';
import { atNode } from '../../../directory/structure/reads/joins';
import { placeToPick } from '../places';
import { READING_ROLES } from '../shares';

/** The most people of a place whom a schedule sends a report to. */
const MOST_PEOPLE = 500;

const pathRow = z.strictObject({ path: z.string() });

/** A place of a schedule, and the roles there that it is for; none: every role. */
interface Audience {
  nodeId: string;
  roles: readonly string[];
}

/**
 * The ids of the people who are at a place of the principal's scope, or below it, now; refuses another place, and more
 * people than a schedule sends to.
 */
export async function peopleAtPlace(
  tx: Transaction,
  principal: Principal,
  { nodeId, roles }: Audience
): Promise<Result<string[]>> {
  const place = await placeToPick(principal, nodeId, tx);
  if (!place) return refused({ code: 'place.not.found', field: 'nodeId' });
  const { issuerId } = principal;
  const [at] = await readRows(tx, pathRow)`
    SELECT n.path FROM (SELECT ${issuerId}::uuid AS issuer_id, ${place.id}::uuid AS id) p
    ${atNode('p.id')}`;
  const part = { issuerId, path: at?.path ?? '', roles, most: MOST_PEOPLE + 1 };
  const people = at ? await usersBelow(tx, part, Prisma.sql`TRUE`) : [];
  if (people.length > MOST_PEOPLE)
    return refused({ code: 'report.schedule.place.many', field: 'nodeId', params: { most: MOST_PEOPLE } });
  return accepted(people.map(({ id }) => id));
}

/** Those who are at the place of a schedule now, by the right that its owner has now; null: the owner has lost it. */
export async function peopleOfSchedule(
  tx: Transaction,
  { issuerId, nodeId, roles, ownerUserId: userId, assignmentId, brandName }: ReportSchedule
): Promise<string[] | null> {
  if (nodeId === null) return [];
  const owner = await principalAgain({ issuerId, userId, assignmentId, brandName, sessionId: '', accessor: null });
  const people = owner && (await peopleAtPlace(tx, owner, { nodeId, roles }));
  return people?.ok ? people.value : null;
}

/** The roles of an entry in the order of their reach, each once. */
export const inOrderOfReach = (roles: readonly string[]) => READING_ROLES.filter((role) => roles.includes(role));
