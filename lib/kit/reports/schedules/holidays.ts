import { companiesOfRole } from '../../../access/policy/companies-of-role';
import type { Principal } from '../../../access/policy/principal';
import { dayOf, type Holidays } from '../../../core/calendar/days';
import { database, type Transaction } from '../../../core/database/database';
import { recordsOf } from '../../setup/records-of';
import holiday from '../entities/holiday';

/** The holidays of an issuer and of some of its companies. */
async function holidaysOf(tx: Transaction, issuerId: string, companies: readonly string[]): Promise<Holidays> {
  const records = await recordsOf(tx, holiday)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ANY(${[issuerId, ...companies]}::uuid[]) AND r.active`;
  return new Set(records.map(({ values }) => dayOf(values.date)));
}

/** The holidays that a principal's schedules go by: of the issuer, and of the companies that the places are in. */
export const ownHolidays = ({ issuerId, scope }: Principal, tx: Transaction = database()): Promise<Holidays> =>
  holidaysOf(
    tx,
    issuerId,
    scope.subtrees.flatMap((part) => (part.issuerId === issuerId ? (part.companyId ?? []) : []))
  );

/** The same for a role by its assignment. */
export const holidaysOfRole = async (
  tx: Transaction,
  { issuerId, assignmentId }: { issuerId: string; assignmentId: string }
): Promise<Holidays> => holidaysOf(tx, issuerId, await companiesOfRole(tx, { issuerId, assignmentId }));
