import { recordAct } from '../../../access/policy/record-act';
import { queueMail } from '../../../brand/mail/queue-mail';
import { type AttachedFile, mailLocale } from '../../../brand/mail/render';
import type { Transaction } from '../../../core/database/database';
import type { ReportRun, ReportSchedule } from '../../../core/database/prisma/client';
import type { TextKey } from '../../../core/language/text-key';
import { knownUser } from '../../../directory/people/known-user';
import { brandOf } from '../../../directory/people/people-mail';
import { postNotice } from '../../notices/post-notice';
import { fileOfRun, type ReportFormat } from '../kept';
import { isAllowed, type MailRules, mailRulesOf } from './mail-rules';
import { nameInNotice } from './name-in-notice';
import { SCHEDULE_ORIGIN } from './stop-schedule';

type Schedule = ReportSchedule & { definition: { name: string } | null };

/** The reason that no file of a run goes by mail, by the rules that hold now. */
export function fileFault(
  { most }: MailRules,
  { isProtected, size }: Pick<ReportRun, 'isProtected' | 'size'>
): TextKey | null {
  if (most === null) return 'report.attach.off';
  if (!isProtected) return 'report.attach.unprotected';
  return size !== null && size <= BigInt(most) ? null : 'report.attach.large';
}

const attachedOf = ({ fileId, name, format, isProtected }: ReportRun): AttachedFile | null =>
  fileId === null ? null : { fileId, ...fileOfRun(name, format as ReportFormat, isProtected) };

/** The file that a schedule's mail to its recipient has; null: the mail leads to it, as usual (C2.084). */
export async function fileForRecipient(
  tx: Transaction,
  schedule: Schedule,
  run: ReportRun
): Promise<AttachedFile | null> {
  if (!schedule.attached) return null;
  return fileFault(await mailRulesOf(schedule.issuerId, tx), run) === null ? attachedOf(run) : null;
}

/**
 * Mails the file of the owner's run to the addresses outside, each of which is audited. The owner is told which ones the
 * issuer's rules of this moment leave out, and why.
 */
export async function mailOutside(
  tx: Transaction,
  schedule: Schedule,
  { run, due }: { run: ReportRun; due: string }
): Promise<void> {
  const { issuerId, ownerUserId: userId, addresses } = schedule;
  if (addresses.length === 0) return;
  const rules = await mailRulesOf(issuerId, tx);
  const fault = fileFault(rules, run);
  const file = fault === null ? attachedOf(run) : null;
  const to = file ? addresses.filter((address) => isAllowed(rules, address)) : [];
  const owner = await knownUser(tx, { issuerId, id: userId });
  const brand = await brandOf(tx, issuerId, schedule.brandName);
  for (const address of to) {
    await queueMail(tx, issuerId, {
      template: 'report_attached',
      to: address,
      name: address,
      brandName: brand.name,
      locale: mailLocale(brand, owner?.locale),
      params: { title: run.name, due, owner: owner?.name ?? '' },
      ...(file && { attachedFile: file })
    });
    await recordAct(tx, { userId, accessor: null }, SCHEDULE_ORIGIN, {
      issuerId,
      action: 'report_schedule.mailed',
      entity: 'report_run',
      entityId: run.id,
      details: { name: run.name, to: address, bytes: Number(run.size) }
    });
  }
  const left = addresses.filter((address) => !to.includes(address));
  if (left.length === 0) return;
  await postNotice(tx, {
    issuerId,
    userId,
    kind: 'report.attachment.withheld',
    params: {
      name: nameInNotice(schedule),
      addresses: left.join(', '),
      reason: { key: fault ?? 'report.attach.not.allowed' }
    },
    href: `/workspace/reports/schedules/${schedule.id}`
  });
}
