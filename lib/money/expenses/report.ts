import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { isStillUser } from '../../directory/people/known-user';
import { userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import { dayIn } from '../../directory/structure/reads/today';
import { CHARGE_OF_LINE } from '../transactions/on-reports';
import type { RepaymentState } from './repayments/states';
import { REPORT_STATUSES, type ReportState } from './states';

const sql = Prisma.sql;

const reportRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  accountPath: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
  title: z.string(),
  purpose: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  currency: z.string(),
  state: textOf<ReportState>(),
  status: z.enum(REPORT_STATUSES),
  submittedAt: z.date().nullable(),
  /** The day by which the age of its lines counts: that of its submission, else today, where its issuer is. */
  claimedOn: z.string(),
  /** Whom it waits for; null: whoever may approve it. */
  approverId: z.string().nullable(),
  approverName: z.string().nullable(),
  reroutedAt: z.date().nullable(),
  approvedAt: z.date().nullable(),
  approvedById: z.string().nullable(),
  approvedByName: z.string().nullable(),
  /** The payable file that it is out with, which keeps it approved; null if there is none. */
  payableFile: z.object({ id: z.string(), number: z.number() }).nullable(),
  /** What is paid back or owed of it by bank, unless that was cancelled. */
  repayment: z
    .object({ id: z.string(), number: z.number(), state: textOf<RepaymentState>(), lastFour: z.string() })
    .extend({ direction: z.enum(['credit', 'debit']), endedAt: z.string().nullable() })
    .nullable(),
  version: z.number(),
  /** Whether it is the reader's own, under this or a linked user id. */
  isOwn: z.boolean(),
  /** Exact decimals as text: by company card, to be paid back to the owner, and of the card owed by the owner. */
  cardTotal: z.string(),
  ownTotal: z.string(),
  personalTotal: z.string(),
  /** What of that the owner was given beforehand, by cash advances. */
  advanceTotal: z.string(),
  /** What is to be paid back less what is owed and advanced: paid to the owner, or owed by them if it is negative. */
  balance: z.string(),
  /** The sum without signs, which the limits of approvers apply to. */
  weight: z.string(),
  /** The first and the last posting date of its charges; null if it has none. */
  posted: z.object({ from: z.string(), to: z.string() }).nullable()
});

/** An expense report (C3.022). */
export type ExpenseReport = z.infer<typeof reportRow>;

/** The columns for the scope: a report stands at its account. */
export const reportColumns: ScopedColumns = { issuer: sql`r.issuer_id`, company: sql`r.company_id`, path: sql`n.path` };

/** Reports `r` at their accounts `n` with their sums `s`. */
export const REPORTS = sql`expense_reports r ${atNode('r.account_id')}
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(t.billed_amount), 0) AS card, coalesce(sum(l.amount), 0) AS own,
      coalesce(sum(l.personal_amount), 0) AS personal, coalesce(sum(abs(coalesce(l.amount, t.billed_amount))), 0) AS weight,
      min(l.posting_date) AS posted_from, max(l.posting_date) AS posted_to,
      (SELECT coalesce(sum(a.amount), 0) FROM advance_shares a
        WHERE (a.issuer_id, a.report_id) = (r.issuer_id, r.id)) AS advance
    FROM expense_report_lines l ${CHARGE_OF_LINE}
    WHERE (l.issuer_id, l.report_id) = (r.issuer_id, r.id)
  ) s`;

/** What of the sums `s` is to be paid back less what is owed and what was advanced. */
export const BALANCE = sql`(s.own - s.personal - s.advance)`;

/** What of the sums `s` is to be paid back less what is owed, as long as that is more than nothing: advances go up to it. */
export const DUE_BACK = sql`greatest(s.own - s.personal, 0)`;

/** The shown state of report `r`. */
export const STATUS = sql`CASE WHEN r.declined_at IS NOT NULL THEN 'sent_back'
  WHEN r.state = 'submitted' AND r.rerouted_at IS NOT NULL THEN 'rerouted' ELSE r.state::text END`;

/** The approver whom report `r` waits for; an approver who is gone leaves it to all others. */
export const APPROVER = sql`CASE WHEN ${isStillUser(sql`r.issuer_id`, sql`r.approver_id`)} THEN r.approver_id END`;

export const nameOf = (column: Prisma.Sql): Prisma.Sql => userName(sql`r.issuer_id`, column);

const COLUMNS = (principal: Pick<Principal, 'issuerId' | 'userId'>) => sql`
  r.issuer_id AS "issuerId", r.id, r.company_id AS "companyId", r.account_id AS "accountId", n.name_1 AS "accountName",
  n.path AS "accountPath", r.owner_id AS "ownerId", ${nameOf(sql`r.owner_id`)} AS "ownerName", r.title, r.purpose,
  r.first_day::text AS "firstDay", r.last_day::text AS "lastDay", r.currency, r.state::text AS state,
  ${STATUS} AS status, r.submitted_at AS "submittedAt",
  ${dayIn(sql`r.issuer_id`, sql`coalesce(r.submitted_at, ${now()}::timestamptz)`)}::text AS "claimedOn", ${APPROVER} AS "approverId",
  ${nameOf(APPROVER)} AS "approverName", r.rerouted_at AS "reroutedAt", r.approved_at AS "approvedAt",
  r.approved_by AS "approvedById", ${nameOf(sql`r.approved_by`)} AS "approvedByName",
  (SELECT jsonb_build_object('id', f.id, 'number', f.number) FROM payable_entries e
    JOIN payable_files f ON (f.issuer_id, f.id) = (e.issuer_id, e.file_id)
    WHERE (e.issuer_id, e.report_id) = (r.issuer_id, r.id) AND e.stands) AS "payableFile",
  (SELECT jsonb_build_object('id', p.id, 'number', p.number, 'state', p.state, 'lastFour', p.last_four,
      'direction', p.direction, 'endedAt', p.ended_at)
    FROM repayments p WHERE (p.issuer_id, p.report_id) = (r.issuer_id, r.id) AND p.state <> 'cancelled') AS repayment,
  r.version,
  coalesce(r.owner_id IN (SELECT person_ids(${principal.issuerId}::uuid, ${principal.userId}::uuid)), FALSE) AS "isOwn",
  trim_scale(s.card)::text AS "cardTotal", trim_scale(s.own)::text AS "ownTotal",
  trim_scale(s.personal)::text AS "personalTotal", trim_scale(s.advance)::text AS "advanceTotal",
  trim_scale(${BALANCE})::text AS balance, trim_scale(s.weight)::text AS weight,
  CASE WHEN s.posted_from IS NOT NULL
    THEN jsonb_build_object('from', s.posted_from::text, 'to', s.posted_to::text) END AS posted`;

/** The condition that a posting date is among those of a report's charges, as they were when it was read. */
export const whenPosted = ({ posted }: Pick<ExpenseReport, 'posted'>): Prisma.Sql =>
  posted ? sql`BETWEEN ${posted.from}::date AND ${posted.to}::date` : sql`= 'infinity'`;

/**
 * The condition that the principal sees report `r`: cardholders their own alone, others those in their scope that were
 * submitted.
 */
export function isSeen(principal: Principal): Prisma.Sql {
  if (!may(principal, 'expense_reports', 'view')) return sql`FALSE`;
  const whose = principal.role === 'A' ? sql`r.owner_id = ${principal.userId}::uuid` : sql`r.state <> 'saved'`;
  return sql`${within(principal.scope, reportColumns)} AND ${whose}`;
}

/** A report that the principal sees, or null. */
export async function seenReport(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<ExpenseReport | null> {
  const [report] = await seenReports(principal, [id], tx);
  return report ?? null;
}

/** Those of these reports that the principal sees. */
const seenReports = (principal: Principal, ids: readonly string[], tx: Transaction): Promise<ExpenseReport[]> =>
  readRows(tx, reportRow)`
    SELECT ${COLUMNS(principal)} FROM ${REPORTS}
    WHERE r.id = ANY(${[...ids]}::uuid[]) AND ${isSeen(principal)} ORDER BY r.id`;

/** Does the same and locks it with its repayment until the transaction ends: always before its charges. */
export async function heldReport(tx: Transaction, principal: Principal, id: string): Promise<ExpenseReport | null> {
  const [report] = await heldReports(tx, principal, [id]);
  return report ?? null;
}

/** Does the same for any number of reports, in one order: two commands over the same ones never deadlock. */
export async function heldReports(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[]
): Promise<ExpenseReport[]> {
  // Locked before they are read, because their lines may have changed during the wait.
  await tx.$executeRaw`
    SELECT 1 FROM expense_reports WHERE issuer_id = ${principal.issuerId}::uuid AND id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR UPDATE`;
  const reports = await heldOnes(tx, principal, ids);
  const repaid = reports.flatMap(({ repayment }) => repayment?.id ?? []);
  if (repaid.length === 0) return reports;
  // A repayment is made under the lock of its report alone, so there are no others; its state may have changed.
  await tx.$executeRaw`
    SELECT 1 FROM repayments p WHERE p.issuer_id = ${principal.issuerId}::uuid AND p.id = ANY(${repaid}::uuid[])
    ORDER BY p.id FOR UPDATE`;
  return heldOnes(tx, principal, ids);
}

/** Another issuer's report isn't locked, and can't be changed from here. */
const heldOnes = async (tx: Transaction, principal: Principal, ids: readonly string[]): Promise<ExpenseReport[]> =>
  (await seenReports(principal, ids, tx)).filter(({ issuerId }) => issuerId === principal.issuerId);
