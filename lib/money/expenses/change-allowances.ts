import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { ALLOWANCE_OF_LINE, isInTimeOf, storeAllowance } from '../allowances/allowance';
import { type AllowanceDay, allowanceAmount, allowanceDays, MEALS } from '../allowances/allowance-days';
import { allowanceRates } from '../allowances/rates';
import { typesOfCategory } from '../expense-policies/types-of-category';
import type { AllowanceEntry } from './allowance-schema';
import { addOwn, addOwnIn, changeOwn, type Worked } from './change-own-line';
import { type LineAddress, ownFault } from './line-checks';
import type { ExpenseReport } from './report';

/** Adds a day allowance to the principal's own saved report, by the rates of its days (C1.003). Returns the id of its line. */
export const addAllowance = (
  principal: Principal,
  id: string,
  entry: AllowanceEntry,
  origin: Origin
): Promise<Result<string>> =>
  addOwn(principal, id, (tx, report) => workedOut(tx, principal, report, { entry, lineId: null }), origin);

/** The same in the caller's transaction, which is rolled back if it refuses. */
export const addAllowanceIn = (
  tx: Transaction,
  principal: Principal,
  id: string,
  entry: AllowanceEntry,
  origin: Origin
): Promise<Result<string>> =>
  addOwnIn(tx, principal, id, (_, report) => workedOut(tx, principal, report, { entry, lineId: null }), origin);

/** Changes a day allowance on the principal's own saved report; all of its days are worked out anew. */
export const changeAllowance = (
  principal: Principal,
  at: LineAddress,
  entry: AllowanceEntry,
  origin: Origin
): Promise<Result<null>> =>
  changeOwn(
    principal,
    at,
    {
      before: ({ merchant, expenseType, description, amount, allowance }, report) =>
        allowance && {
          merchant,
          expenseType,
          description,
          ...shownTime(allowance),
          ...shownDays(allowance.days, amount, report)
        },
      work: (tx, report) => workedOut(tx, principal, report, { entry, lineId: at.lineId })
    },
    origin
  );

/** What the days of a trip come to by the rates of its destination, if it fits its report and no other allowance. */
async function workedOut(
  tx: Transaction,
  principal: Principal,
  report: ExpenseReport,
  { entry, lineId }: { entry: AllowanceEntry; lineId: string | null }
): Promise<Result<Worked>> {
  const closed = eyesFault(principal, 'travel_expense');
  if (closed) return refused(closed);
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
  const { firstDay: spentOn, expenseTypeId, description } = entry;
  const shown = { merchant: written, expenseType: type.name, description };
  return accepted({
    line: { ...shown, spentOn, expenseTypeId, amount },
    shown: { ...shown, ...shownTime(entry), ...shownDays(found.days, amount, report) },
    store: (at) => storeAllowance(tx, at, entry, found.days)
  });
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
