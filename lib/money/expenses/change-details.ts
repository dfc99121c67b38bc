import type { Principal } from '../../access/policy/principal';
import { changesBetween } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { ExpenseDetails } from '../expense-policies/details';
import { typesToChoose } from '../expense-policies/types-to-choose';
import { detailsInAudit, detailsOfType } from './details-of-type';
import { editableLine, type LineAddress } from './line-checks';
import { recordChange } from './make-report';
import { touch } from './own-report';

/**
 * Says what a card charge of the principal's own saved report was for: its expense type, and what that asks (C9.025). What
 * is required may be said later: the report can't be submitted before.
 */
export function changeDetails(
  principal: Principal,
  at: LineAddress,
  { expenseTypeId, details }: { expenseTypeId: string; details: ExpenseDetails },
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableLine(tx, principal, at);
    if (!editable.ok) return editable;
    const { report, line } = editable.value;
    if (line.transactionId === null) return refused({ code: 'not.found' });
    const type = (await typesToChoose(report, tx)).find(({ id }) => id === expenseTypeId);
    if (!type) return refused({ code: 'invalid.field', field: 'expenseTypeId' });
    const kept = detailsOfType(type, details);
    if (!kept.ok) return kept;
    await tx.expenseReportLine.update({
      where: { issuerId_id: { issuerId: report.issuerId, id: line.id } },
      data: { expenseTypeId, expenseType: type.name, details: { ...kept.value } }
    });
    await touch(tx, report);
    const told = (expenseType: string | null, said: ExpenseDetails) => ({ expenseType, ...detailsInAudit(said) });
    await recordChange(tx, principal, origin, report, {
      ...changesBetween(told(line.expenseType, line.details), told(type.name, kept.value)),
      ...(line.merchant && { merchant: line.merchant })
    });
    return accepted(null);
  });
}
