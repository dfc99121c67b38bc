import type { BulkActions } from '../../kit/bulk/bulk-action';
import { clearLock } from './clear-lock';

/** The bulk actions on locked registrations. */
export const LOCK_ACTIONS: BulkActions = {
  clear: {
    label: 'registration.lock.clear',
    needs: ['registrations', 'modify'],
    run: (principal, { id }, origin) => clearLock(principal, id, origin)
  }
};
