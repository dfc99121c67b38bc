import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import type { NoticeKind } from './notice';

/** The kind of the notices by which a message comes by mail. The inbox has the message itself, and never these. */
export const OF_MESSAGE = 'message.sent' satisfies NoticeKind;

/** The page of a message. */
export const messageAddress = (id: string) => `/workspace/inbox/${id}` as const;

interface Message {
  issuerId: string;
  id: string;
}

/** Notes that a reader of a message knows it: no mail tells of it any more. */
export async function readMessageNotices(
  tx: Transaction,
  { issuerId, id }: Message,
  { userId }: { userId: string }
): Promise<void> {
  await tx.inboxNotice.updateMany({
    where: { issuerId, userId, kind: OF_MESSAGE, href: messageAddress(id), readAt: null },
    data: { readAt: now() }
  });
}

/** Takes back the notices of a message that is gone, or says something else now, with the mails that still wait. */
export async function forgetMessageNotices(tx: Transaction, { issuerId, id }: Message): Promise<void> {
  await tx.inboxNotice.deleteMany({ where: { issuerId, kind: OF_MESSAGE, href: messageAddress(id) } });
}
