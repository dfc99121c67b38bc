import type { Transaction } from '../../core/database/database';
import { enqueue } from '../../core/server/outbox';

/** Lets the attempt `after` of a payment be followed by another one, or be asked again if nobody answered it. */
export const enqueuePayment = (
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  { brandName, after }: { brandName: string; after: number }
): Promise<void> => enqueue(tx, { issuerId, topic: 'supplier.payment', payload: { requestId: id, brandName, after } });
