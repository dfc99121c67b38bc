import type { Principal } from '../../access/policy/principal';
import { settingValue } from '../../access/settings/setting-value';
import type { Transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { linesOf, type ReportLine } from './lines';
import { editableReport } from './own-report';
import type { ExpenseReport } from './report';

/** The most lines of a report. */
export const MOST_LINES = 200;

/** A line of a report. */
export interface LineAddress {
  id: string;
  lineId: string;
}

/** A line of the principal's own report, as long as it may be changed, with the report, which is locked. */
export async function editableLine(
  tx: Transaction,
  principal: Principal,
  { id, lineId }: LineAddress
): Promise<Result<{ report: ExpenseReport; line: ReportLine }>> {
  const editable = await editableReport(tx, principal, id);
  if (!editable.ok) return editable;
  const report = editable.value;
  const line = (await linesOf(report, tx)).find((one) => one.id === lineId);
  return line ? accepted({ report, line }) : refused({ code: 'not.found' });
}

/** Why a held report takes no more lines, or null. */
export async function fullRefusal(tx: Transaction, report: ExpenseReport, more: number): Promise<Refusal | null> {
  const lines = await tx.expenseReportLine.count({ where: { issuerId: report.issuerId, reportId: report.id } });
  return lines + more > MOST_LINES ? { code: 'expense.report.full', params: { maximum: MOST_LINES } } : null;
}

/** What is wrong with the day or the description of an expense from one's own money, or null. */
export async function ownFault(
  tx: Transaction,
  report: ExpenseReport,
  { spentOn, description }: { spentOn: string; description: string }
): Promise<Refusal | null> {
  const today = await todayAt(report.issuerId, tx);
  if (spentOn > today) return { code: 'date.too.late', field: 'spentOn', params: { maximum: today } };
  const maximum = await settingValue(tx, report, 'expense.description.length');
  if (description.length > maximum) return { code: 'too.long.field', field: 'description', params: { maximum } };
  return null;
}
