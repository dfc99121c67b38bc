import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { minorDigits } from '../../core/entry/currency';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { ExpenseDetails } from '../expense-policies/details';
import { outOfPocketTypes } from '../expense-policies/types-to-choose';
import { chargesOffered, markExpensed } from '../transactions/on-reports';
import { addOwn, changeOwn, type Worked } from './change-own-line';
import { detailsInAudit, detailsOfType } from './details-of-type';
import { editableLine, fullRefusal, type LineAddress, ownFault } from './line-checks';
import { isOwnMoney } from './lines';
import { dropLines, recordChange } from './make-report';
import { layTrips, lockMileage } from './mileage-year';
import { editableReport, touch } from './own-report';
import type { ExpenseReport } from './report';
import type { OwnMoneyEntry } from './schema';

/**
 * Puts charges of the report's account on the principal's own saved report. Refuses all of them if one is on a report,
 * is no longer open, or is billed in another currency.
 */
export const addCharges = (
  principal: Principal,
  id: string,
  transactionIds: readonly string[],
  origin: Origin
): Promise<Result<number>> => transaction((tx) => addChargesIn(tx, principal, id, transactionIds, origin));

/** The same in the caller's transaction, which is rolled back if it refuses. */
export async function addChargesIn(
  tx: Transaction,
  principal: Principal,
  id: string,
  transactionIds: readonly string[],
  origin: Origin
): Promise<Result<number>> {
  const editable = await editableReport(tx, principal, id);
  if (!editable.ok) return editable;
  const report = editable.value;
  const wanted = [...new Set(transactionIds)];
  const full = await fullRefusal(tx, report, wanted.length);
  if (full) return refused(full);
  const charges = await chargesOffered(tx, principal, { ...report, held: wanted });
  if (charges.length < wanted.length) return refused({ code: 'expense.charge.unavailable', field: 'charges' });
  const lines = charges.map(({ postingDate, id: charge }) => ({ id: newId(), postingDate, charge }));
  await tx.$executeRaw`
    INSERT INTO expense_report_lines (issuer_id, id, report_id, posting_date, transaction_id, added_at)
    SELECT ${report.issuerId}::uuid, w.id, ${id}::uuid, w."postingDate", w.charge, ${now()}
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS w (id uuid, "postingDate" date, charge uuid)`;
  await markExpensed(tx, charges, true);
  await touch(tx, report);
  await recordChange(tx, principal, origin, report, { 'after.charges': charges.map((one) => one.id).join(', ') });
  return accepted(charges.length);
}

type OwnExpense = OwnMoneyEntry & { details?: ExpenseDetails };

/** Adds an expense paid from one's own money to the principal's own saved report. Returns the id of its line. */
export const addOwnMoney = (
  principal: Principal,
  id: string,
  entry: OwnExpense,
  origin: Origin
): Promise<Result<string>> => addOwn(principal, id, (tx, report) => ownExpense(tx, report, entry), origin);

/** Changes an expense paid from one's own money on the principal's own saved report. */
export const changeOwnMoney = (
  principal: Principal,
  at: LineAddress,
  entry: OwnExpense,
  origin: Origin
): Promise<Result<null>> =>
  changeOwn(
    principal,
    at,
    {
      before: (line, { currency }) => {
        const { merchant, expenseType, description, details, day: spentOn, amount } = line;
        if (!isOwnMoney(line)) return null;
        return {
          spentOn,
          merchant,
          expenseType,
          description,
          ...detailsInAudit(details),
          amount: `${amount} ${currency}`
        };
      },
      work: (tx, report) => ownExpense(tx, report, entry)
    },
    origin
  );

/** Explains an expense of the principal's own saved report, where the expense policy asks for it (C1.003). */
export function explainLine(
  principal: Principal,
  at: LineAddress,
  explanation: string,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    await tx.expenseReportLine.update({
      where: { issuerId_id: { issuerId: report.issuerId, id: line.id } },
      data: { explanation }
    });
    await touch(tx, report);
    const { merchant, explanation: before } = line;
    const changes = changesBetween({ explanation: before }, { explanation });
    await recordChange(tx, principal, origin, report, { ...changes, ...(merchant && { merchant }) });
    return accepted(null);
  });
}

/** Takes a line off the principal's own saved report: a charge waits for another report, one's own money is gone. */
export function removeLine(principal: Principal, at: LineAddress, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    await lockMileage(tx, principal);
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    await dropLines(tx, report.issuerId, [line]);
    if (line.trip) await layTrips(tx, principal, origin, report, { vehicle: line.trip.vehicle, day: line.day });
    await touch(tx, report);
    const details = { 'before.merchant': line.merchant, 'before.amount': `${line.amount} ${report.currency}` };
    await recordChange(tx, principal, origin, report, { ...details, 'before.line': line.transactionId ?? line.id });
    return accepted(null);
  });
}

/** An expense as it is stored, if its entry fits its report. */
async function ownExpense(
  tx: Transaction,
  report: ExpenseReport,
  { details: said = {}, ...entry }: OwnExpense
): Promise<Result<Worked>> {
  const fault = await ownFault(tx, report, entry);
  if (fault) return refused(fault);
  const scale = minorDigits(report.currency);
  if (new Prisma.Decimal(entry.amount).decimalPlaces() > scale)
    return refused({ code: 'number.too.many.decimals', field: 'amount', params: { scale } });
  const type = (await outOfPocketTypes(report, tx)).find(({ id }) => id === entry.expenseTypeId);
  if (!type) return refused({ code: 'invalid.field', field: 'expenseTypeId' });
  const details = detailsOfType(type, said);
  if (!details.ok) return details;
  // A form gives more than a line has.
  const { spentOn, merchant, expenseTypeId, amount, description } = entry;
  const shown = { spentOn, merchant, expenseType: type.name, description };
  return accepted({
    line: { ...shown, expenseTypeId, amount, details: details.value },
    shown: { ...shown, ...detailsInAudit(details.value), amount: `${amount} ${report.currency}` }
  });
}
