import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { ALLOWANCE_OF_LINE, isInTimeOf, storeAllowance } from '../allowances/allowance';
import { type AllowanceDay, allowanceAmount, allowanceDays, MEALS } from '../allowances/allowance-days';
import { allowanceRates } from '../allowances/rates';
import { typesOfCategory } from '../expense-policies/types-of-category';
import type { AllowanceEntry } from './allowance-schema';
import { editableLine, fullRefusal, type LineAddress, ownFault } from './line-checks';
import type { ReportLine } from './lines';
import { recordChange } from './make-report';
import { changeOwnLine, type OwnLine, storeOwnLine } from './own-lines';
import { editableReport, touch } from './own-report';
import type { ExpenseReport } from './report';

/** Adds a day allowance to the principal's own saved report, by the rates of its days (C1.003). Returns the id of its line. */
export function addAllowance(
  principal: Principal,
  id: string,
  entry: AllowanceEntry,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    const editable = await editableReport(tx, principal, id);
    if (!editable.ok) return editable;
    const report = editable.value;
    const full = await fullRefusal(tx, report, 1);
    if (full) return refused(full);
    const worked = await workedOut(tx, report, entry, null);
    if (!worked.ok) return worked;
    const lineId = await storeOwnLine(tx, report, ownLine(entry, worked.value));
    await storeAllowance(tx, { issuerId: report.issuerId, lineId }, entry, worked.value.days);
    await touch(tx, report);
    await recordChange(tx, principal, origin, report, changesBetween({}, shown(entry, worked.value, report)));
    return accepted(lineId);
  });
}

/** Changes a day allowance on the principal's own saved report; all of its days are worked out anew. */
export function changeAllowance(
  principal: Principal,
  at: LineAddress,
  entry: AllowanceEntry,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    if (line.allowance === null) return refused({ code: 'not.found' });
    const worked = await workedOut(tx, report, entry, line.id);
    if (!worked.ok) return worked;
    await changeOwnLine(tx, report, line.id, ownLine(entry, worked.value));
    await storeAllowance(tx, { issuerId: report.issuerId, lineId: line.id }, entry, worked.value.days);
    await touch(tx, report);
    const changes = changesBetween(shownBefore(line, line.allowance, report), shown(entry, worked.value, report));
    await recordChange(tx, principal, origin, report, changes);
    return accepted(null);
  });
}

const ownLine = (
  { firstDay: spentOn, expenseTypeId, description }: AllowanceEntry,
  { destination: merchant, amount, expenseType }: Worked
): OwnLine => ({ spentOn, merchant, expenseTypeId, expenseType, amount, description });

interface Worked {
  /** As its rate writes it. */
  destination: string;
  days: AllowanceDay[];
  amount: string;
  /** The name of the expense type. */
  expenseType: string;
}

/** What the days of a trip come to by the rates of its destination, if it fits its report and no other allowance. */
async function workedOut(
  tx: Transaction,
  report: ExpenseReport,
  entry: AllowanceEntry,
  lineId: string | null
): Promise<Result<Worked>> {
  const fault = await ownFault(tx, report, { spentOn: entry.lastDay, description: entry.description });
  if (fault) return refused(fault.field === 'spentOn' ? { ...fault, field: 'lastDay' } : fault);
  const type = (await typesOfCategory('allowance', report, tx)).find(({ id }) => id === entry.expenseTypeId);
  if (!type) return refused({ code: 'invalid.field', field: 'expenseTypeId' });
  const rates = await allowanceRates(report, tx);
  const found = allowanceDays(entry, rates);
  const { destination } = entry;
  if (!found.ok)
    return refused({ code: 'allowance.rate.none', field: 'destination', params: { destination, date: found.without } });
  const amount = allowanceAmount(found.days);
  if (amount === '0') return refused({ code: 'allowance.amount.none', field: 'arrival' });
  const overlap = await overlapFault(tx, report, entry, lineId);
  if (overlap) return refused(overlap);
  const written = rates.find(({ id }) => id === found.days[0]?.rateId)?.destination ?? destination;
  return accepted({ destination: written, days: found.days, amount, expenseType: type.name });
}

const otherRow = z.strictObject({ title: z.string() });

/** Nobody is paid twice for the same time. The owner is locked, so that no other report of theirs gets it meanwhile. */
async function overlapFault(
  tx: Transaction,
  { issuerId, ownerId }: ExpenseReport,
  entry: AllowanceEntry,
  lineId: string | null
): Promise<Refusal | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`allowances/${issuerId}/${ownerId}`}, 0))`;
  const [other] = await readRows(tx, otherRow)`
    SELECT r.title FROM expense_reports r
    JOIN expense_report_lines l ON (l.issuer_id, l.report_id) = (r.issuer_id, r.id) ${ALLOWANCE_OF_LINE}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND l.id IS DISTINCT FROM ${lineId}::uuid
      AND ${isInTimeOf(entry)}
    LIMIT 1`;
  return other ? { code: 'allowance.overlap', field: 'firstDay', params: { title: other.title } } : null;
}

/** A trip as the audit has it. */
const shown = (
  entry: AllowanceEntry,
  { destination: merchant, days, amount, expenseType }: Worked,
  report: ExpenseReport
) => ({
  ...{ merchant, expenseType, description: entry.description },
  ...shownTime(entry),
  ...shownDays(days, amount, report)
});

const shownBefore = (
  { merchant, expenseType, description, amount }: ReportLine,
  { days, ...trip }: NonNullable<ReportLine['allowance']>,
  report: ExpenseReport
) => ({ ...{ merchant, expenseType, description }, ...shownTime(trip), ...shownDays(days, amount, report) });

const shownTime = ({
  firstDay,
  departure,
  lastDay,
  arrival
}: Pick<AllowanceEntry, 'firstDay' | 'departure' | 'lastDay' | 'arrival'>) => ({
  starts: `${firstDay} ${departure}`,
  ends: `${lastDay} ${arrival}`
});

const shownDays = (days: readonly AllowanceDay[], amount: string, { currency }: ExpenseReport) => ({
  ...Object.fromEntries(
    MEALS.map((meal) => [
      meal,
      days
        .filter((one) => one[meal])
        .map(({ day }) => day)
        .join(', ') || null
    ])
  ),
  amount: `${amount} ${currency}`
});
