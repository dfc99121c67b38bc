import { may, type Principal } from '../../access/policy/principal';
import { changesBetween, recordAct } from '../../access/policy/record-act';
import { settingValue } from '../../access/settings/setting-value';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { programFeatures } from '../../directory/programs/features';
import { seenNode } from '../../directory/structure/nodes';
import { seenReport } from '../expenses/report';
import type { BusinessTripEntry } from './schema';
import { type BusinessTrip, heldTrip } from './trips';

/** The reason that the principal keeps no business trips, or null: they need the permission, and the feature of their programme. */
export async function travelFault(principal: Principal): Promise<Refusal | null> {
  if (!may(principal, 'business_trips', 'modify')) return { code: 'forbidden.action' };
  return (await programFeatures(principal)).has('business.trips') ? null : { code: 'forbidden.action' };
}

/** The principal's own trip, as long as it may be changed: it has no report. It is locked until the transaction ends. */
export async function editableTrip(tx: Transaction, principal: Principal, id: string): Promise<Result<BusinessTrip>> {
  const fault = await travelFault(principal);
  if (fault) return refused(fault);
  const trip = await heldTrip(tx, principal, id);
  if (!trip) return refused({ code: 'not.found' });
  return trip.reportId === null ? accepted(trip) : refused({ code: 'business.trip.reported' });
}

type Head = Omit<BusinessTripEntry, 'accountId' | 'allowance'>;

const headOf = ({ name, destinations, purpose, firstDay, departure, lastDay, arrival }: Head): Head => ({
  name,
  destinations,
  purpose,
  firstDay,
  departure,
  lastDay,
  arrival
});

/**
 * Enters a business trip of the principal for one of their card accounts (C1.039); with an allowance, that of all of its
 * days. Returns its id.
 */
export function createTrip(principal: Principal, entry: BusinessTripEntry, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    const fault = await travelFault(principal);
    if (fault) return refused(fault);
    const account = await seenNode(principal, entry.accountId, tx);
    if (account?.kind !== 'account' || !account.companyId) return refused({ code: 'not.found', field: 'accountId' });
    if (account.status !== 'active') return refused({ code: 'transaction.account.inactive', field: 'accountId' });
    const { issuerId, companyId } = account;
    const long = await purposeFault(tx, { issuerId, companyId }, entry.purpose);
    if (long) return refused(long);
    const id = newId();
    const { name, destinations, purpose, firstDay, departure, lastDay, arrival } = entry;
    await tx.$executeRaw`
      INSERT INTO business_trips (issuer_id, id, company_id, account_id, owner_id, name, destinations, purpose, first_day,
        departure, last_day, arrival, created_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${account.id}::uuid, ${principal.userId}::uuid, ${name},
        ${destinations}, ${purpose}, ${firstDay}::date, ${departure}::time, ${lastDay}::date, ${arrival}::time, ${now()})`;
    if (entry.allowance !== null)
      await tx.$executeRaw`
        INSERT INTO business_trip_days (issuer_id, trip_id, day, destination, breakfast, lunch, dinner)
        SELECT ${issuerId}::uuid, ${id}::uuid, day, ${entry.allowance}, false, false, false
        FROM generate_series(${firstDay}::date, ${lastDay}::date, '1 day') AS day`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: account.id,
      action: 'business_trip.created',
      entity: 'business_trip',
      entityId: id,
      details: changesBetween({}, { ...headOf(entry), allowance: entry.allowance })
    });
    return accepted(id);
  });
}

/**
 * Changes the head of the principal's own trip, in the version that the page showed. Its days and drives outside of its
 * new time go.
 */
export function editTrip(
  principal: Principal,
  id: string,
  { version, ...entry }: Head & { version: number },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableTrip(tx, principal, id);
    if (!editable.ok) return editable;
    const trip = editable.value;
    if (trip.version !== version) return refused({ code: 'record.changed', params: { version: trip.version } });
    const long = await purposeFault(tx, trip, entry.purpose);
    if (long) return refused(long);
    const { name, destinations, purpose, firstDay, departure, lastDay, arrival } = entry;
    await tx.$executeRaw`
      UPDATE business_trips SET name = ${name}, destinations = ${destinations}, purpose = ${purpose},
        first_day = ${firstDay}::date, departure = ${departure}::time, last_day = ${lastDay}::date,
        arrival = ${arrival}::time, version = version + 1
      WHERE issuer_id = ${trip.issuerId}::uuid AND id = ${id}::uuid`;
    await tx.$executeRaw`
      DELETE FROM business_trip_days WHERE issuer_id = ${trip.issuerId}::uuid AND trip_id = ${id}::uuid
        AND day NOT BETWEEN ${firstDay}::date AND ${lastDay}::date`;
    await tx.$executeRaw`
      DELETE FROM business_trip_drives WHERE issuer_id = ${trip.issuerId}::uuid AND trip_id = ${id}::uuid
        AND day NOT BETWEEN ${firstDay}::date AND ${lastDay}::date`;
    await recordTrip(tx, principal, origin, trip, changesBetween(headOf(trip), headOf(entry)));
    return accepted(null);
  });
}

/** Deletes the principal's own trip, as long as its report isn't submitted; the report itself stays. */
export function deleteTrip(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const fault = await travelFault(principal);
    if (fault) return refused(fault);
    const trip = await heldTrip(tx, principal, id);
    if (!trip) return refused({ code: 'not.found' });
    const report = trip.reportId && (await seenReport(principal, trip.reportId, tx));
    if (report && report.state !== 'saved') return refused({ code: 'business.trip.reported' });
    const { issuerId, accountId: nodeId, name } = trip;
    await tx.businessTrip.delete({ where: { issuerId_id: { issuerId, id } } });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'business_trip.deleted',
      entity: 'business_trip',
      entityId: id,
      details: { 'before.name': name }
    });
    return accepted(null);
  });
}

/** Audits a change of a trip. */
export const recordTrip = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  { issuerId, accountId: nodeId, id: entityId }: BusinessTrip,
  details: ReturnType<typeof changesBetween>
): Promise<void> =>
  recordAct(tx, principal, origin, {
    issuerId,
    nodeId,
    action: 'business_trip.changed',
    entity: 'business_trip',
    entityId,
    details
  });

/** What is wrong with the purpose of a trip, which becomes the description of lines, or null (C5.054). */
async function purposeFault(
  tx: Transaction,
  company: { issuerId: string; companyId: string },
  purpose: string
): Promise<Refusal | null> {
  const maximum = await settingValue(tx, company, 'expense.description.length');
  return purpose.length > maximum ? { code: 'too.long.field', field: 'purpose', params: { maximum } } : null;
}
