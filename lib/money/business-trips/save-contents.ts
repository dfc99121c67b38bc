import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { programFeatures } from '../../directory/programs/features';
import type { TripEntry } from '../expenses/trip-schema';
import { drivesOfTrip } from './contents';
import { editableTrip, recordTrip } from './save-trip';
import type { TripDay } from './schema';
import type { BusinessTrip } from './trips';

/** The most drives of a trip. */
const MOST_DRIVES = 100;

/** Says for which days of the principal's own trip an allowance is asked, and where, in the version that the page showed. */
export function saveDays(
  principal: Principal,
  id: string,
  { days, version }: { days: readonly TripDay[]; version: number },
  origin: Origin
): Promise<Result<null>> {
  return changing(principal, id, origin, async (tx, trip) => {
    if (trip.version !== version) return refused({ code: 'record.changed', params: { version: trip.version } });
    if (days.some(({ day }) => isOutside(trip, day))) return refused({ code: 'business.trip.day.outside' });
    const { issuerId } = trip;
    await tx.$executeRaw`
      DELETE FROM business_trip_days WHERE issuer_id = ${issuerId}::uuid AND trip_id = ${id}::uuid`;
    await tx.$executeRaw`
      INSERT INTO business_trip_days (issuer_id, trip_id, day, destination, breakfast, lunch, dinner)
      SELECT ${issuerId}::uuid, ${id}::uuid, d.day, d.destination, d.breakfast, d.lunch, d.dinner
      FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        AS d (day date, destination text, breakfast boolean, lunch boolean, dinner boolean)
      ON CONFLICT (issuer_id, trip_id, day) DO NOTHING`;
    return accepted({ 'after.days': days.map(({ day, destination }) => `${day} ${destination}`).join(', ') || null });
  });
}

/** Adds a drive in one's own vehicle to the principal's own trip, which its report pays. Returns its id. */
export async function addDrive(
  principal: Principal,
  id: string,
  entry: Omit<TripEntry, 'expenseTypeId'>,
  origin: Origin
): Promise<Result<string>> {
  const driveId = newId();
  const added = await changing(principal, id, origin, async (tx, trip) => {
    if (!(await programFeatures(principal)).has('mileage')) return refused({ code: 'forbidden.action' });
    const { spentOn, vehicle, route, distance, odometerStart, odometerEnd, passengers, description } = entry;
    if (isOutside(trip, spentOn)) return refused({ code: 'business.trip.day.outside', field: 'spentOn' });
    if ((await drivesOfTrip(trip, tx)).length >= MOST_DRIVES)
      return refused({ code: 'expense.report.full', params: { maximum: MOST_DRIVES } });
    await tx.$executeRaw`
      INSERT INTO business_trip_drives (issuer_id, id, trip_id, day, vehicle, route, distance, odometer_start,
        odometer_end, passengers, description, added_at)
      VALUES (${trip.issuerId}::uuid, ${driveId}::uuid, ${id}::uuid, ${spentOn}::date, ${vehicle}, ${route},
        ${distance}::numeric, ${odometerStart}::numeric, ${odometerEnd}::numeric, ${passengers}, ${description}, ${now()})`;
    return accepted({ 'after.drive': `${spentOn} ${route}, ${distance}` });
  });
  return added.ok ? accepted(driveId) : added;
}

/** Takes a drive off the principal's own trip. */
export function removeDrive(
  principal: Principal,
  { id, driveId }: { id: string; driveId: string },
  origin: Origin
): Promise<Result<null>> {
  return changing(principal, id, origin, async (tx, trip) => {
    const drive = (await drivesOfTrip(trip, tx)).find((one) => one.id === driveId);
    if (!drive) return refused({ code: 'not.found' });
    await tx.businessTripDrive.delete({ where: { issuerId_id: { issuerId: trip.issuerId, id: driveId } } });
    return accepted({ 'before.drive': `${drive.spentOn} ${drive.route}, ${drive.distance}` });
  });
}

const isOutside = ({ firstDay, lastDay }: BusinessTrip, day: string) => day < firstDay || day > lastDay;

/** A change of what is on the principal's own trip, with what the audit has of it. */
function changing(
  principal: Principal,
  id: string,
  origin: Origin,
  change: (tx: Transaction, trip: BusinessTrip) => Promise<Result<Parameters<typeof recordTrip>[4]>>
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableTrip(tx, principal, id);
    if (!editable.ok) return editable;
    const trip = editable.value;
    const changed = await change(tx, trip);
    if (!changed.ok) return changed;
    const { issuerId } = trip;
    await tx.businessTrip.update({ where: { issuerId_id: { issuerId, id } }, data: { version: { increment: 1 } } });
    await recordTrip(tx, principal, origin, trip, changed.value);
    return accepted(null);
  });
}
