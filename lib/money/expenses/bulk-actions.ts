import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import { type Result, refused } from '../../core/entry/refusal';
import type { BulkActions } from '../../kit/bulk/bulk-action';
import { changeReport } from './change-report';
import { seenReport } from './report';
import { EXPENSE_REPORT } from './states';

/** The bulk actions on expense reports that wait for an approval: each is approved with its charges, or as it was. */
export const WAITING_ACTIONS: BulkActions = {
  approve: {
    label: 'transaction.event.approve',
    needs: [...EXPENSE_REPORT.events.approve.needs],
    run: (principal, { id }, origin) => approve(principal, id, origin)
  }
};

async function approve(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  const report = await seenReport(principal, id);
  if (!report) return refused({ code: 'not.found' });
  return changeReport(principal, id, { event: 'approve', version: report.version }, origin);
}
