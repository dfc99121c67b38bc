import { lackedFeatures } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { programFeatures } from '../../directory/programs/features';
import { fitAdvances } from './advances/fit-advances';
import { type ExpenseReport, heldReport } from './report';
import { EXPENSE_REPORT } from './states';

/**
 * The reason that the principal can't make expense reports, or null: they need a card account (C6.011), and expense
 * reporting in their programme and by their authority template (C6.041).
 */
export async function makingFault(principal: Principal): Promise<Refusal | null> {
  const denied: Refusal = { code: 'forbidden.action' };
  if (lackedFeatures(principal).includes('expense_reports')) return denied;
  if (!may(principal, 'expense_reports', 'modify')) return denied;
  return (await programFeatures(principal)).has('expense.reports') ? null : denied;
}

/** The principal's own report, as long as it may be changed: it is saved. It is locked until the transaction ends. */
export async function editableReport(
  tx: Transaction,
  principal: Principal,
  id: string
): Promise<Result<ExpenseReport>> {
  const fault = await makingFault(principal);
  if (fault) return refused(fault);
  const report = await heldReport(tx, principal, id);
  if (!report) return refused({ code: 'not.found' });
  const code = EXPENSE_REPORT.refusal('submit', report.state);
  return code ? refused({ code }) : accepted(report);
}

/** Notes that a held report has changed, so that no page acts on what it no longer is, and fits its advances to it. */
export async function touch(tx: Transaction, { issuerId, id }: ExpenseReport): Promise<void> {
  await fitAdvances(tx, { issuerId, id });
  await tx.expenseReport.update({ where: { issuerId_id: { issuerId, id } }, data: { version: { increment: 1 } } });
}
