import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { database, type Transaction } from '../../core/database/database';
import { jsonOf, readRows } from '../../core/database/rows';
import { fiscalStarts } from '../../directory/structure/fiscal-start';
import { mileageRates } from '../mileage/rates';
import { movePieces, TRIP_OF_LINE } from '../mileage/trip';
import { type MileageRate, type Piece, tripAmount } from '../mileage/trip-amount';
import { fiscalYearOf, laidOut, type YearTrip } from '../mileage/year-distance';
import { touch } from './own-report';
import { type ExpenseReport, heldReport } from './report';

/** Whose trips, in which company and currency. */
type Driver = Pick<ExpenseReport, 'issuerId' | 'companyId' | 'ownerId' | 'currency'>;

/**
 * Makes changes of a person's trips wait for each other: one moves trips on other reports, so this lock comes before that
 * of any report.
 */
export async function lockMileage(tx: Transaction, { issuerId, userId }: Principal): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mileage/${issuerId}/${userId}`}, 0))`;
}

const drivenRow = z.strictObject({
  id: z.string(),
  reportId: z.string(),
  day: z.string(),
  vehicle: z.string(),
  distance: z.string(),
  pieces: jsonOf<Piece[]>().nullable(),
  isOpen: z.boolean(),
  merchant: z.string(),
  amount: z.string(),
  perPassenger: z.string(),
  passengers: z.number()
});

/** A trip on one of its owner's reports. */
export type DrivenTrip = z.infer<typeof drivenRow> & YearTrip;

/** The trips that a person has driven from a day on, on whichever report. */
export const tripsDriven = (
  { issuerId, companyId, ownerId, currency }: Driver,
  { from, until }: { from: string; until: string },
  tx: Transaction = database()
): Promise<DrivenTrip[]> =>
  readRows(tx, drivenRow)`
    SELECT l.id, l.report_id AS "reportId", l.spent_on::text AS day, d.vehicle, trim_scale(d.distance)::text AS distance,
      d.pieces, r.state = 'saved' AS "isOpen", l.merchant, trim_scale(l.amount)::text AS amount,
      trim_scale(d.per_passenger)::text AS "perPassenger", d.passengers::int AS passengers
    FROM expense_reports r
    JOIN expense_report_lines l ON (l.issuer_id, l.report_id) = (r.issuer_id, r.id)
    ${TRIP_OF_LINE}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND r.company_id = ${companyId}::uuid
      AND r.currency = ${currency} AND l.spent_on >= ${from}::date AND l.spent_on < ${until}::date AND d.line_id IS NOT NULL
    ORDER BY l.spent_on, l.id`;

/** The first month of the fiscal year in which a company counts distances. */
export async function mileageYear(
  { issuerId, companyId }: Pick<Driver, 'issuerId' | 'companyId'>,
  tx: Transaction = database()
): Promise<number> {
  return (await fiscalStarts(tx, [{ issuerId, companyId }])).get(companyId) ?? 1;
}

/** Whether the rates of a vehicle fall or rise after a distance. */
export const hasSteps = (rates: readonly MileageRate[], vehicle: string): boolean =>
  rates.some((one) => one.vehicle.toLowerCase() === vehicle.toLowerCase() && one.steps.length > 0);

/** The vehicle of a trip, and the day that says its year. */
export interface Driving {
  vehicle: string;
  day: string;
}

/**
 * The pieces of a trip that is added to a report, or changed on it, among the others of its vehicle's year; null if
 * the vehicle has no steps.
 */
export async function piecesOfTrip(
  tx: Transaction,
  report: ExpenseReport,
  rates: readonly MileageRate[],
  { id, vehicle, day, distance }: Driving & { id: string; distance: string }
): Promise<Piece[] | null> {
  if (!hasSteps(rates, vehicle)) return null;
  const others = (await tripsOfYear(tx, report, { vehicle, day })).filter((one) => one.id !== id);
  const trip = { id, vehicle, day, distance, pieces: null, isOpen: true };
  return laidOut([...others, trip], rates).get(id) ?? null;
}

async function tripsOfYear(tx: Transaction, driver: Driver, { vehicle, day }: Driving): Promise<DrivenTrip[]> {
  const trips = await tripsDriven(driver, fiscalYearOf(day, await mileageYear(driver, tx)), tx);
  return trips.filter((one) => one.vehicle.toLowerCase() === vehicle.toLowerCase());
}

/**
 * Lays the open trips of a vehicle's year anew after one of them was added, changed or removed (C3.022): what was entered
 * late takes its place, and later trips on the principal's saved reports are paid by the steps that they are in then.
 * Trips that were submitted keep what they were paid by.
 */
export async function layTrips(
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  report: ExpenseReport,
  driving: Driving
): Promise<void> {
  const rates = await mileageRates(report, tx);
  if (!hasSteps(rates, driving.vehicle)) return;
  const trips = await tripsOfYear(tx, report, driving);
  const laid = laidOut(trips, rates);
  const moved = trips.flatMap((trip) => {
    const pieces = laid.get(trip.id);
    if (!pieces || pieces.length === 0 || JSON.stringify(pieces) === JSON.stringify(trip.pieces)) return [];
    const amount = tripAmount({ ...trip, rate: '0', pieces }, report.currency);
    return amount === '0' ? [] : [{ ...trip, pieces, before: trip.amount, amount }];
  });
  for (const reportId of new Set(moved.map((one) => one.reportId))) {
    const its = moved.filter((one) => one.reportId === reportId);
    const held = reportId === report.id ? report : await heldReport(tx, principal, reportId);
    // One that was submitted meanwhile keeps what it says.
    if (held?.state !== 'saved') continue;
    await movePieces(tx, report.issuerId, its);
    await tx.$executeRaw`
      UPDATE expense_report_lines l SET amount = m.amount FROM jsonb_to_recordset(${JSON.stringify(its)}::jsonb) AS m (id uuid, amount numeric)
      WHERE l.issuer_id = ${report.issuerId}::uuid AND l.id = m.id`;
    for (const { merchant, day, before, amount } of its)
      if (before !== amount)
        await recordAct(tx, principal, origin, {
          issuerId: held.issuerId,
          nodeId: held.accountId,
          action: 'expense_report.changed',
          entity: 'expense_report',
          entityId: held.id,
          details: {
            trip: `${day} ${merchant}`,
            'before.amount': `${before} ${held.currency}`,
            'after.amount': `${amount} ${held.currency}`
          }
        });
    if (held.id !== report.id) await touch(tx, held);
  }
}
