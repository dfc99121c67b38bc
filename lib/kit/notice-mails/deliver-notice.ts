import { isTemplate } from '../../brand/mail/samples';
import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import type { OutboxEntry } from '../../core/server/outbox';
import { mailUser, zoneForMails } from '../../directory/people/people-mail';
import { keepNotice } from '../notices/keep-notice';
import { type Notice, noticeSchema } from '../notices/notice';
import { dueAt } from './due';
import { mailNotices } from './mail-notices';
import { pushToBrowsers } from './push-to-browsers';
import { groupOf, noticeSettings } from './settings';

/**
 * The handler of notices: each is in the inbox once, and comes by mail and to browsers as its reader has chosen for its
 * kind, at once or later. All of it is one transaction with the end of the entry, so that a mail is sent or waits exactly once.
 */
export async function deliverNotice(tx: Transaction, { id, payload }: OutboxEntry): Promise<void> {
  const notice = noticeSchema.parse(payload) as Notice;
  if (!(await keepNotice(tx, id, notice))) return;
  const { issuerId, userId, kind, mail } = notice;
  const settings = await noticeSettings({ issuerId, userId }, tx);
  await pushToBrowsers(tx, { ...notice, id }, settings);
  if (mail === null) return;
  const way = settings[groupOf(kind)];
  if (way === 'inbox') return;
  const zone = await zoneForMails(tx, { issuerId, id: userId });
  if (zone === null) return;
  const due = dueAt(way, settings, zone, now());
  if (due) await tx.heldNotice.create({ data: { issuerId, noticeId: id, userId, dueAt: due } });
  else if (mail && isTemplate(mail.template)) {
    const { template, params, brandName, attachedFile } = mail;
    const file = attachedFile && { attachedFile };
    await mailUser(tx, { issuerId, id: userId }, brandName, { template, params, ...file });
  } else await mailNotices(tx, { issuerId, userId }, [{ ...notice, id }]);
}
