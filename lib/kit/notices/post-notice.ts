import type { Transaction } from '../../core/database/database';
import { enqueue } from '../../core/server/outbox';
import type { Notice } from './notice';

/** Puts a notice into one person's inbox, through the outbox: it comes if and only if the transaction commits. */
export const postNotice = (tx: Transaction, notice: Notice): Promise<void> =>
  enqueue(tx, { issuerId: notice.issuerId, topic: 'inbox.notice', payload: notice });
