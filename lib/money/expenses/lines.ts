import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { hasAttachments } from '../../kit/attachments/has-attachments';
import { ALLOWANCE, ALLOWANCE_OF_LINE, allowanceRow } from '../allowances/allowance';
import { expenseDetailsRow } from '../expense-policies/details';
import { TRIP, TRIP_OF_LINE, tripRow } from '../mileage/trip';
import { CHARGE_OF_LINE, chargeOfLine } from '../transactions/on-reports';
import type { TransactionState } from '../transactions/states';
import type { TransactionKey } from '../transactions/transactions';
import { type ExpenseReport, whenPosted } from './report';
import { MISSING_RECEIPT_REASONS } from './schema';

const missingReceiptRow = z.strictObject({
  reason: z.enum(MISSING_RECEIPT_REASONS),
  note: z.string(),
  signedOn: z.string(),
  /** Which one of its owner in that year it is, in UTC: the first is 1. */
  number: z.number()
});

const lineRow = z.strictObject({
  id: z.string(),
  /** The card charge; null for what was paid from one's own money. */
  transactionId: z.string().nullable(),
  postingDate: z.string().nullable(),
  transactionState: textOf<TransactionState>().nullable(),
  day: z.string(),
  merchant: z.string().nullable(),
  merchantCategoryCode: z.string().nullable(),
  /** Null for a charge whose owner has chosen none: the type that is proposed for its merchant category counts. */
  expenseTypeId: z.string().nullable(),
  expenseType: z.string().nullable(),
  /** What its type asks and its owner has said. */
  details: expenseDetailsRow,
  description: z.string().nullable(),
  amount: z.string(),
  /** What of a card charge the owner owes, more than 0 and at most its amount; null if it was all for work. */
  personalAmount: z.string().nullable(),
  /** What it was worked out from; null for what is no trip. */
  trip: tripRow.nullable(),
  /** The days that it pays for; null for what is no day allowance. */
  allowance: allowanceRow.nullable(),
  /** What the owner says about a finding of the expense policy. */
  explanation: z.string().nullable(),
  /** The statement that its owner has signed in place of its receipt (C8.028). */
  missingReceipt: missingReceiptRow.nullable(),
  hasReceipt: z.boolean()
});

/** A line of an expense report, in its currency. */
export type ReportLine = z.infer<typeof lineRow>;

/** The statement of line `l` as one column, a `missingReceiptRow`; null if none is signed. */
const MISSING_RECEIPT = Prisma.sql`CASE WHEN l.missing_receipt_signed_at IS NOT NULL THEN jsonb_build_object(
  'reason', l.missing_receipt_reason, 'note', l.missing_receipt_note,
  'signedOn', (l.missing_receipt_signed_at AT TIME ZONE 'UTC')::date::text,
  'number', (
    SELECT count(*) FROM expense_reports of JOIN expense_reports r
      ON (r.issuer_id, r.owner_id) = (of.issuer_id, of.owner_id)
    JOIN expense_report_lines other ON (other.issuer_id, other.report_id) = (r.issuer_id, r.id)
    WHERE (of.issuer_id, of.id) = (l.issuer_id, l.report_id)
      AND other.missing_receipt_signed_at >= date_trunc('year', l.missing_receipt_signed_at, 'UTC')
      AND other.missing_receipt_signed_at <= l.missing_receipt_signed_at)) END`;

/** What rules about several lines look at of line `l` with its charge `t`, its trip `d` and its allowance `w`. */
const JUDGED = Prisma.sql`coalesce(l.spent_on, t.transaction_date)::text AS day,
  coalesce(l.merchant, t.merchant_name) AS merchant, t.merchant_category_code AS "merchantCategoryCode",
  l.expense_type_id AS "expenseTypeId", l.details, trim_scale(coalesce(l.amount, t.billed_amount))::text AS amount,
  trim_scale(l.personal_amount)::text AS "personalAmount", ${TRIP} AS trip, ${ALLOWANCE} AS allowance`;

/** The columns of line `l` with its charge `t`, its trip `d` and its allowance `w`. */
const LINE = Prisma.sql`l.id, l.transaction_id AS "transactionId", l.posting_date::text AS "postingDate",
  t.state::text AS "transactionState", ${JUDGED}, l.expense_type AS "expenseType",
  coalesce(l.description, t.purpose) AS description, l.explanation,
  ${MISSING_RECEIPT} AS "missingReceipt",
  (${hasAttachments('transaction', Prisma.sql`l.issuer_id`, Prisma.sql`l.transaction_id`)}
    OR ${hasAttachments('expense_line', Prisma.sql`l.issuer_id`, Prisma.sql`l.id`)}) AS "hasReceipt"`;

/** The lines of a report that the principal sees, by day. */
export async function linesOf(
  { issuerId, id }: Pick<ExpenseReport, 'issuerId' | 'id'>,
  tx: Transaction = database()
): Promise<ReportLine[]> {
  return (await linesOfReports({ issuerId, ids: [id] }, tx)).get(id) ?? [];
}

/** The same for a page, of a report as it was read before: a charge that was put on it since is left out. */
export function linesShown(report: Pick<ExpenseReport, 'issuerId' | 'id' | 'posted'>): Promise<ReportLine[]> {
  const posted = whenPosted(report);
  return readRows(database(), lineRow)`
    SELECT ${LINE} FROM expense_report_lines l ${chargeOfLine(posted)} ${TRIP_OF_LINE} ${ALLOWANCE_OF_LINE}
    WHERE l.issuer_id = ${report.issuerId}::uuid AND l.report_id = ${report.id}::uuid
      AND (l.posting_date IS NULL OR l.posting_date ${posted})
    ORDER BY day, l.added_at, l.id`;
}

const lineOfReportRow = lineRow.extend({ reportId: z.string() });

/** The lines of reports that the principal sees, by day, by the id of their report. */
export async function linesOfReports(
  { issuerId, ids }: { issuerId: string; ids: readonly string[] },
  tx: Transaction
): Promise<ReadonlyMap<string, ReportLine[]>> {
  const rows = await readRows(tx, lineOfReportRow)`
    SELECT ${LINE}, l.report_id AS "reportId" FROM expense_report_lines l ${CHARGE_OF_LINE} ${TRIP_OF_LINE} ${ALLOWANCE_OF_LINE}
    WHERE l.issuer_id = ${issuerId}::uuid AND l.report_id = ANY(${[...ids]}::uuid[])
    ORDER BY day, l.added_at, l.id`;
  return groupBy(rows, ({ reportId }) => reportId);
}

const lineElsewhereRow = lineRow
  .pick({ id: true, day: true, merchant: true, merchantCategoryCode: true, expenseTypeId: true, details: true })
  .extend({ amount: z.string(), personalAmount: z.string().nullable(), currency: z.string() })
  .extend({ trip: tripRow.nullable(), allowance: allowanceRow.nullable() });

/** What rules about several lines look at of a line of another report. */
export type LineElsewhere = z.infer<typeof lineElsewhereRow>;

/** The lines of its owner's other reports that were submitted, in a time. */
export function linesElsewhere(
  { issuerId, id, ownerId }: Pick<ExpenseReport, 'issuerId' | 'id' | 'ownerId'>,
  { from, to }: { from: string; to: string },
  tx: Transaction = database()
): Promise<LineElsewhere[]> {
  return readRows(tx, lineElsewhereRow)`
    SELECT l.id, ${JUDGED}, r.currency FROM expense_reports r
    JOIN expense_report_lines l ON (l.issuer_id, l.report_id) = (r.issuer_id, r.id)
      ${CHARGE_OF_LINE} ${TRIP_OF_LINE} ${ALLOWANCE_OF_LINE}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${ownerId}::uuid AND r.id <> ${id}::uuid AND r.state <> 'saved'
      AND coalesce(l.spent_on, t.transaction_date) <= ${to}::date
      AND coalesce(w.ends_at::date, l.spent_on, t.transaction_date) >= ${from}::date
    ORDER BY day, l.added_at, l.id`;
}

const heldChargeRow = z.strictObject({ reportId: z.string(), id: z.string(), state: textOf<TransactionState>() });

/** A charge on a report. */
export type ChargeOfReport = z.infer<typeof heldChargeRow>;

/** The charges of reports that the principal sees, by the id of their report. */
export async function chargesOfReports(
  tx: Transaction,
  issuerId: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, ChargeOfReport[]>> {
  const charges = await readRows(tx, heldChargeRow)`
    SELECT l.report_id AS "reportId", l.transaction_id AS id, t.state::text AS state
    FROM expense_report_lines l ${CHARGE_OF_LINE}
    WHERE l.issuer_id = ${issuerId}::uuid AND l.report_id = ANY(${[...ids]}::uuid[]) AND l.transaction_id IS NOT NULL`;
  return groupBy(charges, ({ reportId }) => reportId);
}

/** The keys of the charges among lines. */
export const keysAmong = ({ issuerId }: { issuerId: string }, lines: readonly ReportLine[]): TransactionKey[] =>
  lines.flatMap(({ transactionId: id, postingDate }) => (id && postingDate ? [{ issuerId, id, postingDate }] : []));

/** Whether a line was paid from one's own money, and is worked out from nothing. */
export const isOwnMoney = ({ transactionId, trip, allowance }: ReportLine): boolean =>
  transactionId === null && trip === null && allowance === null;
