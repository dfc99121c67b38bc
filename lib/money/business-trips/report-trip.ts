import type { Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { dayAfter } from '../../core/calendar/days';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { allowanceRates } from '../allowances/rates';
import { typesOfCategory } from '../expense-policies/types-of-category';
import { addAllowanceIn } from '../expenses/change-allowances';
import { addChargesIn } from '../expenses/change-lines';
import { addTripIn } from '../expenses/change-trips';
import { MOST_LINES } from '../expenses/line-checks';
import { createReportIn } from '../expenses/make-report';
import { chargesOffered, type OfferedCharge } from '../transactions/on-reports';
import { allowancesOf } from './allowance-parts';
import { daysOfTrip, drivesOfTrip } from './contents';
import { editableTrip } from './save-trip';
import type { BusinessTrip } from './trips';

/** So many days before and after a trip its charges are looked for: tickets are paid before, and hotels book late. */
export const DAYS_AROUND = 3;

const TIMEOUT = 60_000;

/** Rolls back the report that was begun. */
class Undone extends Error {
  constructor(readonly refusal: Refusal) {
    super('undone');
  }
}

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Undone(result.refusal);
  return result.value;
}

/** The open charges of a trip's account around its days that no report has (C1.039), oldest first. */
export const chargesOfTrip = (
  principal: Principal,
  { accountId, currency, firstDay, lastDay }: BusinessTrip,
  tx: Transaction = database()
): Promise<OfferedCharge[]> =>
  chargesOffered(tx, principal, {
    accountId,
    currency,
    made: { from: dayAfter(firstDay, -DAYS_AROUND), to: dayAfter(lastDay, DAYS_AROUND) }
  });

/**
 * Makes the expense report of the principal's own trip that is over (C1.039): the allowances of its days, its drives, and
 * the charges around it, whose types are proposed by their merchant categories. What the agency booked isn't on it, as
 * the company has paid for that. All of it or nothing is made. Returns the id of the report.
 */
export async function reportTrip(
  principal: Principal,
  id: string,
  version: number,
  origin: Origin
): Promise<Result<string>> {
  try {
    return await transaction(async (tx) => {
      const editable = await editableTrip(tx, principal, id);
      if (!editable.ok) return editable;
      const trip = editable.value;
      if (trip.version !== version) return refused({ code: 'record.changed', params: { version: trip.version } });
      if (trip.lastDay > (await todayAt(trip.issuerId, tx)))
        return refused({ code: 'business.trip.not.over', params: { date: trip.lastDay } });
      const { issuerId, accountId, name: title, purpose, firstDay, lastDay } = trip;
      const reportId = must(
        await createReportIn(tx, principal, { accountId, title, purpose, firstDay, lastDay }, origin)
      );
      const lines =
        (await addAllowances(tx, principal, trip, reportId, origin)) +
        (await addDrives(tx, principal, trip, reportId, origin));
      const charges = (await chargesOfTrip(principal, trip, tx)).slice(0, MOST_LINES - lines).map((one) => one.id);
      if (charges.length > 0) must(await addChargesIn(tx, principal, reportId, charges, origin));
      await tx.businessTripReport.create({ data: { issuerId, tripId: id, reportId } });
      await tx.businessTrip.update({ where: { issuerId_id: { issuerId, id } }, data: { version: { increment: 1 } } });
      await recordAct(tx, principal, origin, {
        issuerId,
        nodeId: accountId,
        action: 'business_trip.reported',
        entity: 'business_trip',
        entityId: id,
        details: { report: reportId, charges: charges.length, lines }
      });
      return accepted(reportId);
    }, TIMEOUT);
  } catch (error) {
    if (error instanceof Undone) return refused(error.refusal);
    throw error;
  }
}

/** The allowances of a trip's days, a line for each part that comes to anything. Returns how many. */
async function addAllowances(
  tx: Transaction,
  principal: Principal,
  trip: BusinessTrip,
  reportId: string,
  origin: Origin
): Promise<number> {
  const found = allowancesOf(trip, await daysOfTrip(trip, tx), await allowanceRates(trip, tx));
  const parts = found.filter(({ amount }) => amount !== '0').map(({ part }) => part);
  if (parts.length === 0) return 0;
  const expenseTypeId = await typeFor(tx, 'allowance', trip);
  for (const { breakfast, lunch, dinner, follows = false, goesOn = false, ...part } of parts)
    must(
      await addAllowanceIn(
        tx,
        principal,
        reportId,
        {
          ...part,
          follows,
          goesOn,
          expenseTypeId,
          description: trip.purpose,
          breakfast: [...breakfast],
          lunch: [...lunch],
          dinner: [...dinner]
        },
        origin
      )
    );
  return parts.length;
}

/** A line for each drive of a trip. Returns how many. */
async function addDrives(
  tx: Transaction,
  principal: Principal,
  trip: BusinessTrip,
  reportId: string,
  origin: Origin
): Promise<number> {
  const drives = await drivesOfTrip(trip, tx);
  if (drives.length === 0) return 0;
  const expenseTypeId = await typeFor(tx, 'mileage', trip);
  for (const { id: _, ...drive } of drives)
    must(await addTripIn(tx, principal, reportId, { ...drive, expenseTypeId }, origin));
  return drives.length;
}

/** The first expense type of a company for allowances or mileage; its owner may choose another one on the report. */
async function typeFor(tx: Transaction, category: 'allowance' | 'mileage', trip: BusinessTrip): Promise<string> {
  const [type] = await typesOfCategory(category, trip, tx);
  return must(type ? accepted(type.id) : refused({ code: `${category}.types.none` }));
}
