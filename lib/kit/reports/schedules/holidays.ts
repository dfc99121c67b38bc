import { companiesOfRoles, type HeldRole } from '../../../access/policy/companies-of-roles';
import type { Principal } from '../../../access/policy/principal';
import { dayOf, type Holidays } from '../../../core/calendar/days';
import { database, type Transaction } from '../../../core/database/database';
import { recordsOf } from '../../setup/records-of';
import holiday from '../entities/holiday';

/** The days off of issuers and companies by the owner: an issuer's own have its id. */
async function holidaysBy(tx: Transaction, owners: readonly string[]): Promise<Map<string, number[]>> {
  const records = await recordsOf(tx, holiday)`
    WHERE r.owner_id = ANY(${[...new Set(owners)]}::uuid[]) AND r.active`;
  const days = new Map<string, number[]>();
  for (const { ownerId, values } of records) days.set(ownerId, [...(days.get(ownerId) ?? []), dayOf(values.date)]);
  return days;
}

const together = (days: ReadonlyMap<string, number[]>, owners: readonly string[]): Holidays =>
  new Set(owners.flatMap((owner) => days.get(owner) ?? []));

/** The holidays that a principal's schedules go by: of the issuer, and of the companies that the places are in. */
export async function ownHolidays({ issuerId, scope }: Principal, tx: Transaction = database()): Promise<Holidays> {
  const companies = scope.subtrees.flatMap((part) => (part.issuerId === issuerId ? (part.companyId ?? []) : []));
  const owners = [issuerId, ...companies];
  return together(await holidaysBy(tx, owners), owners);
}

/** The same for roles, by the assignment. */
export async function holidaysOfRoles(tx: Transaction, roles: readonly HeldRole[]): Promise<Map<string, Holidays>> {
  if (roles.length === 0) return new Map();
  const companies = await companiesOfRoles(tx, roles);
  const ownersOf = ({ issuerId, assignmentId }: HeldRole) => [issuerId, ...(companies.get(assignmentId) ?? [])];
  const days = await holidaysBy(tx, roles.flatMap(ownersOf));
  return new Map(roles.map((role) => [role.assignmentId, together(days, ownersOf(role))]));
}
