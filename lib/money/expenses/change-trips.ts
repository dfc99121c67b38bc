import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { programFeatures } from '../../directory/programs/features';
import { typesOfCategory } from '../expense-policies/types-of-category';
import { mileageRates } from '../mileage/rates';
import { storeTrip, type Trip } from '../mileage/trip';
import { rateOn, tripAmount } from '../mileage/trip-amount';
import { editableLine, fullRefusal, type LineAddress, ownFault } from './line-checks';
import type { ReportLine } from './lines';
import { recordChange } from './make-report';
import { changeOwnLine, type OwnLine, storeOwnLine } from './own-lines';
import { editableReport, touch } from './own-report';
import type { ExpenseReport } from './report';
import type { TripEntry } from './trip-schema';

/** Adds a trip to the principal's own saved report, paid by the rate of its day (C1.003). Returns the id of its line. */
export function addTrip(principal: Principal, id: string, entry: TripEntry, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    const editable = await editableReport(tx, principal, id);
    if (!editable.ok) return editable;
    const report = editable.value;
    const full = await fullRefusal(tx, report, 1);
    if (full) return refused(full);
    const worked = await workedOut(tx, principal, report, entry);
    if (!worked.ok) return worked;
    const lineId = await storeOwnLine(tx, report, ownLine(entry, worked.value));
    await storeTrip(tx, { issuerId: report.issuerId, lineId }, worked.value.trip);
    await touch(tx, report);
    await recordChange(tx, principal, origin, report, changesBetween({}, shown(entry, worked.value, report)));
    return accepted(lineId);
  });
}

/** Changes a trip on the principal's own saved report; its amount is worked out anew. */
export function changeTrip(
  principal: Principal,
  at: LineAddress,
  entry: TripEntry,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    if (line.trip === null) return refused({ code: 'not.found' });
    const worked = await workedOut(tx, principal, report, entry);
    if (!worked.ok) return worked;
    await changeOwnLine(tx, report, line.id, ownLine(entry, worked.value));
    await storeTrip(tx, { issuerId: report.issuerId, lineId: line.id }, worked.value.trip);
    await touch(tx, report);
    const changes = changesBetween(shownBefore(line, line.trip, report), shown(entry, worked.value, report));
    await recordChange(tx, principal, origin, report, changes);
    return accepted(null);
  });
}

const ownLine = (
  { spentOn, route: merchant, expenseTypeId, description }: TripEntry,
  { amount, expenseType }: Worked
): OwnLine => ({ spentOn, merchant, expenseTypeId, expenseType, amount, description });

interface Worked {
  trip: Trip;
  amount: string;
  /** The name of the expense type. */
  expenseType: string;
}

/** What a trip comes to by the rate of its vehicle on its day, if it fits its report. */
async function workedOut(
  tx: Transaction,
  principal: Principal,
  report: ExpenseReport,
  entry: TripEntry
): Promise<Result<Worked>> {
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
  return accepted({ trip, amount, expenseType: type.name });
}

const shown = (
  { spentOn, route: merchant, description }: TripEntry,
  { trip, amount, expenseType }: Worked,
  report: ExpenseReport
) => ({ ...{ spentOn, merchant, expenseType, description }, ...shownTrip(trip, amount, report) });

const shownBefore = (
  { day: spentOn, merchant, expenseType, description, amount }: ReportLine,
  trip: Trip,
  report: ExpenseReport
) => ({ ...{ spentOn, merchant, expenseType, description }, ...shownTrip(trip, amount, report) });

const shownTrip = ({ rateId: _, ...trip }: Trip, amount: string, { currency }: ExpenseReport) => ({
  ...trip,
  amount: `${amount} ${currency}`
});
