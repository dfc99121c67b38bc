import type { BulkActions } from '../../kit/bulk/bulk-action';
import { changeReports } from './change-report';
import { EXPENSE_REPORT } from './states';

/** The most reports of one transaction: with 200 charges each it takes some seconds. */
const TOGETHER = 50;

/** The bulk actions on expense reports that wait for an approval: each is approved with its charges, or as it was. */
export const WAITING_ACTIONS: BulkActions = {
  approve: {
    label: 'transaction.event.approve',
    needs: [...EXPENSE_REPORT.events.approve.needs],
    together: TOGETHER,
    runAll: (tx, principal, ids, origin) =>
      changeReports(
        tx,
        principal,
        ids.map((id) => ({ id })),
        { event: 'approve' },
        origin
      )
  }
};
