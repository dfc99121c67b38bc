import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { enqueue } from '../../../core/server/outbox';

/** An authorization that a virtual card answered. */
export const answeredSchema = z.strictObject({ issuerId: z.guid(), authorizationId: z.guid() });

/** Announces an answered authorization, through the outbox: an alert that is slow or fails keeps no merchant waiting. */
export const announceAnswered = (tx: Transaction, answered: z.infer<typeof answeredSchema>): Promise<void> =>
  enqueue(tx, { issuerId: answered.issuerId, topic: 'authorizations.answered', payload: answered });
