import type { Transaction } from '../../core/database/database';
import { type Effect, enqueue } from '../../core/server/outbox';
import type { Mail } from './render';

export const MAIL_TOPIC = 'mail.send';

/** A mail as a side effect, for those that are added many at once. */
export const mailEffect = (issuerId: string, mail: Mail): Effect => ({ issuerId, topic: MAIL_TOPIC, payload: mail });

/** Queues a mail in the transaction that causes it. */
export function queueMail(tx: Transaction, issuerId: string, mail: Mail): Promise<void> {
  return enqueue(tx, mailEffect(issuerId, mail));
}
