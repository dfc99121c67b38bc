import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { programFeatures } from '../../directory/programs/features';
import { typesOfCategory } from '../expense-policies/types-of-category';
import { mileageRates } from '../mileage/rates';
import { storeTrip, type Trip } from '../mileage/trip';
import { rateOn, tripAmount } from '../mileage/trip-amount';
import { addOwn, addOwnIn, changeOwn, type Worked } from './change-own-line';
import { type LineAddress, ownFault } from './line-checks';
import type { ExpenseReport } from './report';
import type { TripEntry } from './trip-schema';

/** Adds a trip to the principal's own saved report, paid by the rate of its day (C1.003). Returns the id of its line. */
export const addTrip = (principal: Principal, id: string, entry: TripEntry, origin: Origin): Promise<Result<string>> =>
  addOwn(principal, id, (tx, report) => workedOut(tx, principal, report, entry), origin);

/** The same in the caller's transaction, which is rolled back if it refuses. */
export const addTripIn = (
  tx: Transaction,
  principal: Principal,
  id: string,
  entry: TripEntry,
  origin: Origin
): Promise<Result<string>> =>
  addOwnIn(tx, principal, id, (_, report) => workedOut(tx, principal, report, entry), origin);

/** Changes a trip on the principal's own saved report; its amount is worked out anew. */
export const changeTrip = (
  principal: Principal,
  at: LineAddress,
  entry: TripEntry,
  origin: Origin
): Promise<Result<null>> =>
  changeOwn(
    principal,
    at,
    {
      before: ({ day: spentOn, merchant, expenseType, description, amount, trip }, report) =>
        trip && { ...{ spentOn, merchant, expenseType, description }, ...shownTrip(trip, amount, report) },
      work: (tx, report) => workedOut(tx, principal, report, entry)
    },
    origin
  );

/** What a trip comes to by the rate of its vehicle on its day, if it fits its report. */
async function workedOut(
  tx: Transaction,
  principal: Principal,
  report: ExpenseReport,
  entry: TripEntry
): Promise<Result<Worked>> {
  const closed = eyesFault(principal, 'travel_expense');
  if (closed) return refused(closed);
  if (!(await programFeatures(principal)).has('mileage')) return refused({ code: 'forbidden.action' });
  const fault = await ownFault(tx, report, entry);
  if (fault) return refused(fault);
  const { spentOn: date, vehicle, passengers, distance, odometerStart, odometerEnd } = entry;
  const type = (await typesOfCategory('mileage', report, tx)).find(({ id }) => id === entry.expenseTypeId);
  if (!type) return refused({ code: 'invalid.field', field: 'expenseTypeId' });
  const found = rateOn(await mileageRates(report, tx), vehicle, date);
  if (!found) return refused({ code: 'mileage.rate.none', field: 'vehicle', params: { vehicle, date } });
  const { id: rateId, unit, rate, perPassenger } = found;
  const amount = tripAmount({ distance, rate, perPassenger, passengers }, report.currency);
  if (amount === '0') return refused({ code: 'mileage.amount.none', field: odometerEnd ? 'odometerEnd' : 'distance' });
  const measured = { passengers, distance, odometerStart, odometerEnd };
  const trip = { rateId, vehicle: found.vehicle, unit, rate, perPassenger, ...measured };
  const { route: merchant, expenseTypeId, description } = entry;
  const shown = { spentOn: date, merchant, expenseType: type.name, description };
  return accepted({
    line: { ...shown, expenseTypeId, amount },
    shown: { ...shown, ...shownTrip(trip, amount, report) },
    store: (at) => storeTrip(tx, at, trip)
  });
}

const shownTrip = ({ rateId: _, ...trip }: Trip, amount: string, { currency }: ExpenseReport) => ({
  ...trip,
  amount: `${amount} ${currency}`
});
