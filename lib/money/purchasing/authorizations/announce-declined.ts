import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { enqueue } from '../../../core/server/outbox';

/** An authorization that a virtual card declined. */
export const declinedSchema = z.strictObject({ issuerId: z.guid(), authorizationId: z.guid() });

/** Announces a declined authorization, through the outbox: an alert that is slow or fails keeps no merchant waiting. */
export const announceDeclined = (tx: Transaction, declined: z.infer<typeof declinedSchema>): Promise<void> =>
  enqueue(tx, { issuerId: declined.issuerId, topic: 'authorizations.declined', payload: declined });
