import type { BulkActions } from '../../kit/bulk/bulk-action';
import { dismissReject, reprocessRow } from './reprocess';

/** The bulk actions on rejected rows. */
export const REJECT_ACTIONS: BulkActions = {
  reprocess: {
    label: 'feed.reprocess',
    explanation: 'feed.reprocess.explanation',
    needs: ['feeds', 'run'],
    run: (principal, { id }, origin) => reprocessRow(principal, id, origin)
  },
  dismiss: {
    label: 'feed.dismiss',
    explanation: 'feed.dismiss.explanation',
    danger: true,
    needs: ['feeds', 'run'],
    run: (principal, { id }, origin) => dismissReject(principal, id, origin)
  }
};
