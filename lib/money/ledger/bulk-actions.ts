import type { z } from 'zod';
import type { BulkActions } from '../../kit/bulk/bulk-action';
import { reasonSchema } from '../transactions/schema';
import { TRANSACTION } from '../transactions/states';
import { reverseTransactions } from './reverse';

/** The bulk actions on transactions that exports add. */
export const EXPORTED_ACTIONS: BulkActions = {
  reverse_export: {
    label: 'transaction.event.reverse_export',
    explanation: 'transaction.event.reverse_export.explanation',
    danger: true,
    needs: [...TRANSACTION.events.reverse_export.needs],
    parameters: reasonSchema,
    reason: true,
    runAll: async (tx, principal, ids, origin, parameters) =>
      (await reverseTransactions(tx, principal, ids, (parameters as z.infer<typeof reasonSchema>).reason, origin))
        .refused
  }
};
