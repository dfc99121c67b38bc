import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { programFeatures } from '../../directory/programs/features';
import { typesOfCategory } from '../expense-policies/types-of-category';
import { mileageRates } from '../mileage/rates';
import { storeTrip, type Trip } from '../mileage/trip';
import { rateOn, tripAmount } from '../mileage/trip-amount';
import { addOwnIn, changeOwnIn, type Worked } from './change-own-line';
import { type LineAddress, ownFault } from './line-checks';
import { type Driving, layTrips, lockMileage, piecesOfTrip } from './mileage-year';
import type { ExpenseReport } from './report';
import type { TripEntry } from './trip-schema';

/** Adds a trip to the principal's own saved report, paid by the rate of its day (C1.003). Returns the id of its line. */
export const addTrip = (principal: Principal, id: string, entry: TripEntry, origin: Origin): Promise<Result<string>> =>
  transaction((tx) => addTripIn(tx, principal, id, entry, origin));

/** The same in the caller's transaction, which is rolled back if it refuses. */
export async function addTripIn(
  tx: Transaction,
  principal: Principal,
  id: string,
  entry: TripEntry,
  origin: Origin
): Promise<Result<string>> {
  await lockMileage(tx, principal);
  return addOwnIn(tx, principal, id, (_, report) => workedOut(tx, principal, report, { entry, origin }), origin);
}

/** Changes a trip on the principal's own saved report; its amount is worked out anew, and so is that of later trips. */
export const changeTrip = (
  principal: Principal,
  at: LineAddress,
  entry: TripEntry,
  origin: Origin
): Promise<Result<null>> =>
  transaction(async (tx) => {
    await lockMileage(tx, principal);
    return changeOwnIn(
      tx,
      principal,
      at,
      {
        before: ({ day: spentOn, merchant, expenseType, description, amount, trip }, report) =>
          trip && { spentOn, merchant, expenseType, description, ...shownTrip(trip, amount, report) },
        work: (_, report, line) =>
          workedOut(tx, principal, report, {
            entry,
            origin,
            lineId: at.lineId,
            was: line?.trip ? { vehicle: line.trip.vehicle, day: line.day } : undefined
          })
      },
      origin
    );
  });

interface Asked {
  entry: TripEntry;
  origin: Origin;
  /** The line that is changed; absent for a new one. */
  lineId?: string;
  /** In which year of which vehicle it was. */
  was?: Driving;
}

/** What a trip comes to by the rate of its vehicle on its day and by the step of its year, if it fits its report. */
async function workedOut(
  tx: Transaction,
  principal: Principal,
  report: ExpenseReport,
  { entry, origin, lineId = newId(), was }: Asked
): Promise<Result<Worked>> {
  const closed = eyesFault(principal, 'travel_expense');
  if (closed) return refused(closed);
  if (!(await programFeatures(principal)).has('mileage')) return refused({ code: 'forbidden.action' });
  const fault = await ownFault(tx, report, entry);
  if (fault) return refused(fault);
  const { spentOn: date, vehicle, passengers, distance, odometerStart, odometerEnd } = entry;
  const type = (await typesOfCategory('mileage', report, tx)).find(({ id }) => id === entry.expenseTypeId);
  if (!type) return refused({ code: 'invalid.field', field: 'expenseTypeId' });
  const rates = await mileageRates(report, tx);
  const found = rateOn(rates, vehicle, date);
  if (!found) return refused({ code: 'mileage.rate.none', field: 'vehicle', params: { vehicle, date } });
  const { id: rateId, unit, rate, perPassenger } = found;
  const driving = { vehicle: found.vehicle, day: date };
  const pieces = await piecesOfTrip(tx, report, rates, { ...driving, id: lineId, distance });
  const amount = tripAmount({ distance, rate, perPassenger, passengers, pieces }, report.currency);
  if (amount === '0') return refused({ code: 'mileage.amount.none', field: odometerEnd ? 'odometerEnd' : 'distance' });
  const measured = { passengers, distance, odometerStart, odometerEnd };
  const trip = { rateId, vehicle: found.vehicle, unit, rate, perPassenger, ...measured, pieces };
  const { route: merchant, expenseTypeId, description } = entry;
  const shown = { spentOn: date, merchant, expenseType: type.name, description };
  return accepted({
    line: { ...shown, expenseTypeId, amount },
    shown: { ...shown, ...shownTrip(trip, amount, report) },
    async store(at) {
      await storeTrip(tx, at, trip);
      for (const one of was ? [was, driving] : [driving]) await layTrips(tx, principal, origin, report, one);
    }
  });
}

const shownTrip = ({ rateId: _, pieces: __, ...trip }: Trip, amount: string, { currency }: ExpenseReport) => ({
  ...trip,
  amount: `${amount} ${currency}`
});
