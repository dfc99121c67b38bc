import type { BulkActions } from '../../kit/bulk/bulk-action';
import { takeSpace } from './take-space';

/** What can be done to many parking spaces. */
export const SPACE_ACTIONS: BulkActions = {
  take: {
    label: 'parking.take',
    needs: ['parking', 'modify'],
    run: (principal, { id }, origin) => takeSpace(principal, id, origin)
  }
};
