import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { Attachable, AttachableRecord } from '../../kit/attachments/attachable';
import { makingFault } from './own-report';
import { type ExpenseReport, heldReport, seenReport } from './report';

/** Receipts are attached to what was paid from one's own money, by its owner and while the report is saved. */
export const ATTACHABLE_LINE: Attachable = {
  find: async (tx, principal, id) => {
    const reportId = await reportOf(tx, principal, id);
    return recordOf(principal, reportId ? await seenReport(principal, reportId, tx) : null);
  },
  hold: async (tx, principal, id) => {
    const reportId = await reportOf(tx, principal, id);
    const report = reportId ? await heldReport(tx, principal, reportId) : null;
    // It may have been removed during the wait.
    return recordOf(principal, (await reportOf(tx, principal, id)) ? report : null);
  }
};

const lineRow = z.strictObject({ reportId: z.string() });

/** The report of a line that was paid from one's own money, or null. */
async function reportOf(tx: Transaction, { issuerId }: Principal, lineId: string): Promise<string | null> {
  const [line] = await readRows(tx, lineRow)`
    SELECT report_id AS "reportId" FROM expense_report_lines
    WHERE issuer_id = ${issuerId}::uuid AND id = ${lineId}::uuid AND transaction_id IS NULL`;
  return line?.reportId ?? null;
}

async function recordOf(principal: Principal, report: ExpenseReport | null): Promise<AttachableRecord | null> {
  if (!report) return null;
  const { issuerId, accountId: nodeId, ownerId, state } = report;
  const denied = ownerId === principal.userId ? await makingFault(principal) : { code: 'forbidden.action' as const };
  const closed = state === 'submitted' ? 'expense.report.submitted' : 'expense.report.approved';
  return { issuerId, nodeId, fault: denied?.code ?? (state === 'saved' ? null : closed) };
}
