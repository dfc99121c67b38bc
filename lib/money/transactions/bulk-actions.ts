import type { z } from 'zod';
import type { BulkActions, SetAction } from '../../kit/bulk/bulk-action';
import { allocateMany, type MassAllocation, massAllocationSchema } from './allocate-many';
import { changeStates } from './change-state';
import { reasonSchema } from './schema';
import { TRANSACTION, type TransactionEvent } from './states';

type Reason = z.infer<typeof reasonSchema>;

const fits = (event: TransactionEvent) => ({ column: 'state', values: TRANSACTION.events[event].from });

/** A bulk action without a reason. */
const action = (event: 'review' | 'unreview' | 'approve'): SetAction => ({
  label: `transaction.event.${event}`,
  explanation: `transaction.event.${event}.explanation`,
  needs: [...TRANSACTION.events[event].needs],
  fits: fits(event),
  runAll: async (tx, principal, ids, origin) => (await changeStates(tx, principal, ids, { event }, origin)).refused
});

const sendBack: SetAction = {
  label: 'transaction.event.send_back',
  explanation: 'transaction.event.send_back.explanation',
  danger: true,
  needs: [...TRANSACTION.events.send_back.needs],
  fits: fits('send_back'),
  parameters: reasonSchema,
  reason: true,
  runAll: async (tx, principal, ids, origin, parameters) =>
    (await changeStates(tx, principal, ids, { event: 'send_back', ...(parameters as Reason) }, origin)).refused
};

/** The bulk actions on transactions that wait for an approval. */
export const APPROVAL_ACTIONS: BulkActions = { approve: action('approve'), send_back: sendBack };

/** Codes for all, or a split profile (C2.015). */
const allocation: SetAction = {
  label: 'allocation.mass',
  needs: ['transactions', 'modify'],
  fits: fits('review'),
  parameters: massAllocationSchema,
  screen: '/workspace/transactions/allocate',
  runAll: async (tx, principal, ids, origin, parameters) =>
    (await allocateMany(tx, principal, ids, parameters as MassAllocation, origin)).refused
};

/** The bulk actions of this module. */
export const TRANSACTION_ACTIONS: BulkActions = {
  allocate: allocation,
  review: { ...action('review'), undo: 'unreview' },
  unreview: { ...action('unreview'), undo: 'review' },
  ...APPROVAL_ACTIONS
};
