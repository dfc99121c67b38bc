import type { Transaction } from '../../core/database/database';
import { enqueue } from '../../core/server/outbox';
import type { Mail } from './render';

export const MAIL_TOPIC = 'mail.send';

/** Queues a mail in the transaction that causes it. */
export function queueMail(tx: Transaction, issuerId: string, mail: Mail): Promise<void> {
  return enqueue(tx, { issuerId, topic: MAIL_TOPIC, payload: mail });
}
