import type { Principal } from '../../../access/policy/principal';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { recordChange } from '../make-report';
import { editableReport, touch } from '../own-report';
import { advancesFor, sharesOf } from './advances';
import { freeAdvances } from './fit-advances';

/** An advance and the report that is set against it. */
export interface ShareAddress {
  /** The report. */
  id: string;
  advanceId: string;
}

/**
 * Sets the principal's own saved report against an advance of theirs: with as much as both leave, now and after each change
 * of the report, so that no share is typed.
 */
export function setAgainstAdvance(
  principal: Principal,
  { id, advanceId }: ShareAddress,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableReport(tx, principal, id);
    if (!editable.ok) return editable;
    const report = editable.value;
    const { issuerId, currency } = report;
    const advance = (await advancesFor(report, tx)).find((one) => one.id === advanceId);
    if (!advance) return refused({ code: 'advance.unavailable' });
    await tx.advanceShare.create({ data: { issuerId, reportId: id, advanceId, amount: 0 } });
    await touch(tx, report);
    const share = (await sharesOf(report, tx)).find((one) => one.id === advanceId);
    const after = `${share?.amount ?? '0'} ${currency}`;
    await recordChange(tx, principal, origin, report, { advance: advanceId, 'after.share': after });
    return accepted(null);
  });
}

/** Takes the principal's own saved report off an advance, which is open again with that share. */
export function takeOffAdvance(
  principal: Principal,
  { id, advanceId }: ShareAddress,
  origin: Origin
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const editable = await editableReport(tx, principal, id);
    if (!editable.ok) return editable;
    const report = editable.value;
    const share = (await sharesOf(report, tx)).find((one) => one.id === advanceId);
    if (!share) return refused({ code: 'not.found' });
    await freeAdvances(tx, report, advanceId);
    await touch(tx, report);
    const before = `${share.amount} ${report.currency}`;
    await recordChange(tx, principal, origin, report, { advance: advanceId, 'before.share': before });
    return accepted(null);
  });
}
