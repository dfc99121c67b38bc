import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { findPlacedPeople, type PlacedChoice } from '../../directory/people/find-people';
import { userColumns } from '../../directory/people/user-record';
import { approvingPlaces } from './approvers';

/** The approvers in the principal's scope, for the levels of a profile, by the beginnings of names and user id; at most 20. */
export async function findApprovers(principal: Principal, text: string): Promise<PlacedChoice[]> {
  if (!may(principal, 'company_setup', 'modify')) return [];
  return findPlacedPeople(
    Prisma.sql`${within(principal.scope, userColumns)} AND EXISTS (SELECT 1 FROM ${approvingPlaces()})`,
    text
  );
}

/** The condition that user `u` can approve for the principal: another approver of the same company, above companies of the same place. */
export const areColleagues = ({ issuerId, userId }: Pick<Principal, 'issuerId' | 'userId'>) => Prisma.sql`
  u.issuer_id = ${issuerId}::uuid AND EXISTS (SELECT 1 FROM users me WHERE me.issuer_id = u.issuer_id AND me.id = ${userId}::uuid
    AND CASE WHEN me.company_id IS NULL THEN u.node_id = me.node_id ELSE u.company_id = me.company_id END
    AND u.id NOT IN (SELECT person_ids(me.issuer_id, me.id)))
  AND EXISTS (SELECT 1 FROM ${approvingPlaces()})`;

/** Those to whom the principal can delegate approvals, by the beginnings of names and user id; at most 20. */
export async function findColleagues(principal: Principal, text: string): Promise<PlacedChoice[]> {
  return may(principal, 'approvals', 'approve') ? findPlacedPeople(areColleagues(principal), text) : [];
}
