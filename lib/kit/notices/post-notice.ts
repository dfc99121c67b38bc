import type { Transaction } from '../../core/database/database';
import { type Effect, enqueue } from '../../core/server/outbox';
import type { Notice } from './notice';

/** A notice for one person's inbox as a side effect, for those that are added many at once. */
export const noticeEffect = (notice: Notice): Effect => ({
  issuerId: notice.issuerId,
  topic: 'inbox.notice',
  payload: notice
});

/** Puts a notice into one person's inbox, through the outbox: it comes if and only if the transaction commits. */
export const postNotice = (tx: Transaction, notice: Notice): Promise<void> => enqueue(tx, noticeEffect(notice));
