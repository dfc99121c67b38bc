import { eyesFault } from '../../access/policy/features';
import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { editableLine, type LineAddress } from './line-checks';
import { linesOf } from './lines';
import { recordChange } from './make-report';
import { touch } from './own-report';
import { findingsOfReport } from './policy-findings';
import type { MissingReceiptEntry } from './schema';

/**
 * Signs the statement that an expense of the principal's own saved report has no receipt, or signs it anew. Nobody signs
 * through another's eyes (C6.018D), nor where the expense type takes nothing but the receipt.
 */
export function signMissingReceipt(
  principal: Principal,
  at: LineAddress,
  { reason, note }: MissingReceiptEntry,
  origin: Origin
): Promise<Result<null>> {
  return changeStatement(principal, at, { reason, note }, origin);
}

/** Withdraws the statement, as when the receipt has been found. */
export const withdrawMissingReceipt = (principal: Principal, at: LineAddress, origin: Origin): Promise<Result<null>> =>
  changeStatement(principal, at, null, origin);

function changeStatement(
  principal: Principal,
  at: LineAddress,
  statement: Pick<MissingReceiptEntry, 'reason' | 'note'> | null,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const closed = eyesFault(principal, 'signing_statements');
    if (closed) return refused(closed);
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    if (statement) {
      const findings = await findingsOfReport(report, await linesOf(report, tx), tx);
      if (findings.some(({ lineId, isReceiptOnly }) => lineId === line.id && isReceiptOnly))
        return refused({ code: 'expense.statement.not.accepted' });
    }
    await tx.expenseReportLine.update({
      where: { issuerId_id: { issuerId: report.issuerId, id: line.id } },
      data: {
        missingReceiptReason: statement?.reason ?? null,
        missingReceiptNote: statement?.note ?? null,
        missingReceiptSignedAt: statement ? now() : null
      }
    });
    await touch(tx, report);
    const told = (one: { reason: string; note: string } | null) =>
      one ? { missingReceipt: one.reason, note: one.note } : { missingReceipt: null, note: null };
    const changes = changesBetween(told(line.missingReceipt), told(statement));
    await recordChange(tx, principal, origin, report, {
      ...changes,
      ...(line.merchant && { merchant: line.merchant })
    });
    return accepted(null);
  });
}
