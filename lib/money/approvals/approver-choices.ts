import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { findPlacedPeople, type PlacedChoice } from '../../directory/people/find-people';
import { isColleagueOf } from '../../directory/people/reads/colleagues';
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
export const areColleagues = (principal: Pick<Principal, 'issuerId' | 'userId'>) => Prisma.sql`
  ${isColleagueOf(principal)} AND EXISTS (SELECT 1 FROM ${approvingPlaces()})`;

/** Those to whom the principal can delegate approvals, by the beginnings of names and user id; at most 20. */
export async function findColleagues(principal: Principal, text: string): Promise<PlacedChoice[]> {
  return may(principal, 'approvals', 'approve') ? findPlacedPeople(areColleagues(principal), text) : [];
}
