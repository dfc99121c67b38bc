import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { findPlacedPeople, type PlacedChoice, personNamed } from '../../directory/people/find-people';
import { approvingPlaces } from '../approvals/approvers';
import type { Approvable } from '../approvals/decide';
import { type ApprovalRights, approvalRights } from '../approvals/rights';
import { type Delegator, ownStandingOf, type Standing, standingOf } from '../approvals/standing';
import { type ExpenseReport, seenReport } from './report';

/** Whether somebody may do something with a report, and for whom they stand in; null: by their own right. */
export type ReportApproval = Result<Delegator | null>;

/**
 * Whether a report waits for this approver: nobody decides on their own, and one that waits for a person is decided by
 * them or by who stands in for them.
 */
export function addressed(standing: Standing, report: ExpenseReport): ReportApproval {
  if (report.isOwn || standing.accounts.has(report.accountId)) return refused({ code: 'expense.approve.own' });
  if (report.approverId === null || report.approverId === standing.userId) return accepted(null);
  const behalf = standing.delegators.find(
    ({ userId, paths }) => userId === report.approverId && paths.some((path) => report.accountPath.startsWith(path))
  );
  const name = report.approverName ?? '';
  return behalf ? accepted(behalf) : refused({ code: 'expense.approve.other', params: { name } });
}

/**
 * Whether an approver with these rights in its company may approve a report: it waits for them, and the approval profile
 * in force lets them approve its amount, as if it were one charge that its owner entered.
 */
export function approvalOfReport({ standing, decideOn }: ApprovalRights, report: ExpenseReport): ReportApproval {
  const asked = addressed(standing, report);
  if (!asked.ok) return asked;
  const decided = decideOn(amountOf(report));
  return decided.ok ? accepted(asked.value ?? decided.value) : decided;
}

/** The same for a page. */
export const approvalShown = async (principal: Principal, report: ExpenseReport): Promise<ReportApproval> =>
  approvalOfReport(await approvalRights(database(), principal, { companies: [report.companyId], held: false }), report);

/** A report as one amount to approve. */
const amountOf = (report: ExpenseReport): Approvable => ({
  accountId: report.accountId,
  accountPath: report.accountPath,
  transactionDate: report.lastDay,
  billedAmount: report.weight,
  billedCurrency: report.currency,
  amountBy: [report.ownerId]
});

/** The condition that user `u` may be asked to approve a report, whatever its amount. */
const mayBeAsked = ({ issuerId, ownerId, accountPath }: ExpenseReport) => Prisma.sql`
  u.issuer_id = ${issuerId}::uuid AND u.id NOT IN (SELECT person_ids(${issuerId}::uuid, ${ownerId}::uuid))
  AND EXISTS (SELECT 1 FROM ${approvingPlaces()} AND starts_with(${accountPath}, n.path))`;

/** The people to whom a report can be rerouted, by the beginnings of names and user id; at most 20. */
export const findReportApprovers = (
  report: ExpenseReport,
  text: string,
  tx: Transaction = database()
): Promise<PlacedChoice[]> => findPlacedPeople(mayBeAsked(report), text, tx);

/** The one person whom a text names and who may approve the report by their own right (C4.049). */
export async function approverNamed(tx: Transaction, report: ExpenseReport, text: string): Promise<Result<string>> {
  const named = await personNamed((typed) => findReportApprovers(report, typed, tx), text);
  if (!named) return refused({ code: 'expense.reroute.individual', field: 'approver' });
  if (named.id === report.approverId) return refused({ code: 'expense.reroute.same', field: 'approver' });
  return (await couldApprove(tx, report, named.id))
    ? accepted(named.id)
    : refused({ code: 'expense.reroute.limit', field: 'approver' });
}

/** Whom a report waits for when it is submitted: its owner's supervisor, if they may approve it; null: any approver. */
export async function firstApprover(
  tx: Transaction,
  report: ExpenseReport,
  id: string | null | undefined
): Promise<string | null> {
  if (!id) return null;
  const [asked] = await findPlacedPeople(Prisma.sql`${mayBeAsked(report)} AND u.id = ${id}::uuid`, '', tx);
  return asked && (await couldApprove(tx, report, id)) ? id : null;
}

async function couldApprove(tx: Transaction, report: ExpenseReport, userId: string): Promise<boolean> {
  const approver = { issuerId: report.issuerId, userId, accessor: null };
  const standing = await ownStandingOf(tx, approver);
  const asked = { companies: [report.companyId], held: false, standing, amountsIn: report.currency };
  const { decideOn } = await approvalRights(tx, approver, asked);
  return decideOn(amountOf(report)).ok;
}

/** The same for an approver who sees the report. */
export async function approversFor(principal: Principal, reportId: string, text: string): Promise<PlacedChoice[]> {
  const report = may(principal, 'approvals', 'approve') ? await seenReport(principal, reportId) : null;
  return report ? findReportApprovers(report, text) : [];
}

/** Whether a report waits for the principal, for a page: who is asked may send it back and reroute it. */
export const askedShown = async (principal: Principal, report: ExpenseReport): Promise<ReportApproval> =>
  addressed(await standingOf(database(), principal, { held: false }), report);
