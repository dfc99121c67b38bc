import type { Principal } from '../../../access/policy/principal';
import { dayOf, type Holidays } from '../../../core/calendar/days';
import { database, type Transaction } from '../../../core/database/database';
import { groupBy } from '../../../core/database/group-by';
import { companiesOfRoles, type HeldRole } from '../../../directory/people/reads/companies-of-roles';
import { recordsOf } from '../../setup/records-of';
import holiday from '../entities/holiday';

/** An issuer, or one of its companies. */
interface Owner {
  issuerId: string;
  /** The issuer's own days have its id. */
  ownerId: string;
}

const nameOf = ({ issuerId, ownerId }: Owner) => `${issuerId}/${ownerId}`;

/** The days off of issuers and companies. */
async function holidaysBy(tx: Transaction, owners: readonly Owner[]): Promise<Map<string, number[]>> {
  const records = await recordsOf(tx, holiday)`
    WHERE (r.issuer_id, r.owner_id) IN (
      SELECT * FROM unnest(${owners.map(({ issuerId }) => issuerId)}::uuid[], ${owners.map(({ ownerId }) => ownerId)}::uuid[])
    ) AND r.active`;
  const days = groupBy(records, nameOf);
  return new Map([...days].map(([name, held]) => [name, held.map(({ values }) => dayOf(values.date))]));
}

const together = (days: ReadonlyMap<string, number[]>, owners: readonly Owner[]): Holidays =>
  new Set(owners.flatMap((owner) => days.get(nameOf(owner)) ?? []));

/** The holidays that a principal's schedules go by: of the issuer, and of the companies that the places are in. */
export async function ownHolidays({ issuerId, scope }: Principal, tx: Transaction = database()): Promise<Holidays> {
  const companies = scope.subtrees.flatMap((part) => (part.issuerId === issuerId ? (part.companyId ?? []) : []));
  const owners = [issuerId, ...companies].map((ownerId) => ({ issuerId, ownerId }));
  return together(await holidaysBy(tx, owners), owners);
}

/** The same for roles, by the assignment. */
export async function holidaysOfRoles(tx: Transaction, roles: readonly HeldRole[]): Promise<Map<string, Holidays>> {
  if (roles.length === 0) return new Map();
  const companies = await companiesOfRoles(tx, roles);
  const ownersOf = ({ issuerId, assignmentId }: HeldRole): Owner[] =>
    [issuerId, ...(companies.get(assignmentId) ?? [])].map((ownerId) => ({ issuerId, ownerId }));
  const days = await holidaysBy(tx, roles.flatMap(ownersOf));
  return new Map(roles.map((role) => [role.assignmentId, together(days, ownersOf(role))]));
}
