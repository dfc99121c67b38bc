import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { findPlacedPeople, type PlacedChoice, personNamed } from '../../directory/people/find-people';
import { grantedPlaces } from '../../directory/people/granted-places';
import { undo } from '../../kit/setup/settle';
import { placeOfRequests } from './place-of-requests';
import type { PurchaseRequest } from './requests';

/** Where somebody requests for a colleague. */
interface Requesting {
  issuerId: string;
  companyId: string;
  groupId: string | null;
  requesterId: string;
}

/** The places of user `u` in a company from which they may request. */
const placesOf = (companyId: string) =>
  Prisma.sql`${grantedPlaces('purchase_requests', 'modify')} AND n.company_id = ${companyId}::uuid`;

/** The people for whom a requester may request: others of the same group, each of whom may request themself (C6.029). */
const isServed = ({ issuerId, companyId, groupId, requesterId }: Requesting) => Prisma.sql`
  u.issuer_id = ${issuerId}::uuid AND u.id NOT IN (SELECT person_ids(${issuerId}::uuid, ${requesterId}::uuid))
  AND EXISTS (SELECT 1 FROM purchase_group_users m
    WHERE m.issuer_id = u.issuer_id AND m.user_id = u.id AND m.group_id = ${groupId}::uuid)
  AND EXISTS (SELECT 1 FROM ${placesOf(companyId)})`;

/** The same people by the beginnings of names and user id; at most 20. */
export const findServed = (
  requesting: Requesting,
  text: string,
  tx: Transaction = database()
): Promise<PlacedChoice[]> => findPlacedPeople(isServed(requesting), text, tx);

const companyRow = z.strictObject({ companyId: z.string() });

/** The people on whose behalf a principal can request in a group that the principal belongs to; at most 20. */
export async function findColleagues(principal: Principal, groupId: string, text: string): Promise<PlacedChoice[]> {
  const { issuerId, userId: requesterId } = principal;
  if (!may(principal, 'purchase_requests', 'modify')) return [];
  const [group] = await readRows(database(), companyRow)`
    SELECT g.company_id AS "companyId" FROM purchase_groups g
    JOIN purchase_group_users m ON (m.issuer_id, m.group_id) = (g.issuer_id, g.id)
    WHERE g.issuer_id = ${issuerId}::uuid AND g.id = ${groupId}::uuid AND m.user_id = ${requesterId}::uuid`;
  return group ? findServed({ issuerId, groupId, requesterId, ...group }, text) : [];
}

/** The person for whom a purchase is, and their place: it counts there. */
export interface Served {
  id: string;
  userId: string;
  nodeId: string;
}

const placeRow = z.strictObject({ nodeId: z.string() });

/**
 * The person whom a requester named, by user id or name, with the place at which that person requests; null where nobody is
 * named. Undone where it is nobody of the requester's group.
 */
export async function servedPerson(
  tx: Transaction,
  requesting: Requesting,
  text: string | null
): Promise<Served | null> {
  if (text === null) return null;
  const { issuerId, companyId } = requesting;
  const named = await personNamed((typed) => findServed(requesting, typed, tx), text);
  if (!named) return undo({ code: 'purchase.behalf.unknown', field: 'behalfOf' });
  const [place] = await readRows(tx, placeRow)`
    SELECT p.id AS "nodeId" FROM (SELECT ${issuerId}::uuid AS issuer_id, ${named.id}::uuid AS id) u
      CROSS JOIN LATERAL (SELECT n.id FROM ${placesOf(companyId)} ORDER BY n.path LIMIT 1) p`;
  return place
    ? { id: named.id, userId: named.userId, ...place }
    : undo({ code: 'purchase.behalf.unknown', field: 'behalfOf' });
}

/** The place of a request that is for its requester: it stays where it is unless it was for somebody else. */
export const ownPlace = (
  principal: Principal,
  { nodeId, behalfOf }: Pick<PurchaseRequest, 'nodeId' | 'behalfOf'>
): string => (behalfOf === null ? nodeId : (placeOfRequests(principal)?.nodeId ?? nodeId));
