import type { Translate } from '@/lib/core/language/texts';
import { pictureTexts } from '../../receipts/shown';

/** The texts of the queue, in the reader's language; `{…}` is filled in by the browser. */
export const queueTexts = (t: Translate) => ({
  list: t('listing.approvals'),
  approve: t('transaction.event.approve'),
  approveOne: t('approval.queue.approve', { name: '{name}' }),
  sendBack: t('transaction.event.send_back'),
  next: t('approval.queue.next'),
  previous: t('approval.queue.previous'),
  position: t('approval.queue.position', { position: '{position}', count: '{count}' }),
  back: t('approval.queue.back'),
  open: t('approval.queue.open'),
  receipt: t('transaction.receipt'),
  picture: pictureTexts(t),
  noReceipt: t('transaction.tab.no.receipt'),
  allocation: t('allocation.title'),
  notAllocated: t('approval.queue.not.allocated'),
  returned: t('approval.queue.returned'),
  comment: t('approval.queue.comment'),
  reason: t('approval.queue.reason'),
  reasonMissing: t('approval.queue.reason.missing'),
  cancel: t('form.cancel'),
  approved: t('approval.queue.done.approve', { name: '{name}', amount: '{amount}' }),
  sent: t('approval.queue.done.send_back', { name: '{name}' }),
  undone: t('approval.queue.done.unapprove', { name: '{name}' }),
  refused: t('approval.queue.refused', { name: '{name}', reason: '{reason}' }),
  loading: t('approval.queue.loading'),
  failed: t('save.failed'),
  serverDown: t('server.down')
});

export type QueueTexts = ReturnType<typeof queueTexts>;
