import { recordAct } from '../../../access/policy/record-act';
import { brandOriginUnasked } from '../../../brand/brands/address';
import { mailLocale } from '../../../brand/mail/render';
import type { TemplateName } from '../../../brand/mail/templates';
import type { Transaction } from '../../../core/database/database';
import type { Prisma } from '../../../core/database/prisma/client';
import type { Result } from '../../../core/entry/refusal';
import { languageTag } from '../../../core/language/locales';
import { now } from '../../../core/server/clock';
import { knownUser } from '../../../directory/people/known-user';
import { brandOf } from '../../../directory/people/people-mail';
import type { Job } from '../../jobs/job-run';
import { postNotice } from '../../notices/post-notice';
import { comparisonSchema } from '../compare-runs';
import { expiryFrom } from '../kept';
import type { DeliveryPayload } from './deliver';
import { isLate } from './late';
import { fileForRecipient, mailOutside } from './mail-file';
import { nameInNotice } from './name-in-notice';
import { SCHEDULE_ORIGIN, stopSchedule } from './stop-schedule';

/** A schedule whose firings failed so often in a row is paused. */
const MOST_FAILURES = 3;

const firingOf = (tx: Transaction, issuerId: string, id: string) =>
  tx.reportFiring.findUnique({
    where: { issuerId_id: { issuerId, id } },
    include: { schedule: { include: { definition: true } } }
  });
type Firing = NonNullable<Awaited<ReturnType<typeof firingOf>>>;

/**
 * What follows from the end of a delivery, in the same transaction: its recipient finds the file in the inbox and, as
 * they have chosen, by mail (C2.084), and its owner learns what failed, and who may no longer run the report.
 */
export async function settleDelivery(
  tx: Transaction,
  { issuerId, ownerUserId: userId, payload }: Job<DeliveryPayload>,
  outcome: Result<Prisma.InputJsonObject>
): Promise<void> {
  const firing = await firingOf(tx, issuerId, payload.firingId);
  if (!firing) return;
  if (!outcome.ok) {
    await note(tx, firing, userId, 'failed');
    await settleFailure(tx, firing);
  } else if (outcome.value.gone) {
    // The schedule was deleted before its turn.
    await note(tx, firing, userId, 'failed');
  } else if (outcome.value.notPermitted) {
    await note(tx, firing, userId, 'not_permitted');
    await tellOfLoss(tx, firing, userId);
  } else {
    await note(tx, firing, userId, 'sent');
    await tellRecipient(tx, firing, userId, payload.runId);
  }
}

const note = (tx: Transaction, { issuerId, id: firingId }: Firing, userId: string, outcome: string) =>
  tx.reportDelivery.updateMany({ where: { issuerId, firingId, userId }, data: { outcome } });

async function tellRecipient(tx: Transaction, firing: Firing, userId: string, runId: string): Promise<void> {
  const { issuerId, schedule, scheduleId } = firing;
  const { brandName, ownerUserId } = schedule;
  await tx.reportRecipient.updateMany({ where: { issuerId, scheduleId, userId }, data: { lossToldAt: null } });
  const run = await tx.reportRun.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id: runId } } });
  const brand = await brandOf(tx, issuerId, brandName);
  const user = await knownUser(tx, { issuerId, id: userId });
  const told = new Intl.DateTimeFormat(languageTag(mailLocale(brand, user?.locale)), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: schedule.timeZone
  });
  const due = told.format(firing.dueAt);
  const comparison = comparisonSchema.nullable().parse(run.comparison);
  const origin = await brandOriginUnasked(brand);
  const address = origin && `${origin}/workspace/reports/completed/${runId}`;
  const file = await fileForRecipient(tx, schedule, run);
  await postNotice(tx, {
    issuerId,
    userId,
    kind: isLate(firing) ? 'report.sent.late' : 'report.sent',
    params: { name: nameInNotice(schedule), due },
    href: `/workspace/reports/completed/${runId}`,
    fileUntil: expiryFrom(now()),
    mail: {
      template: 'report_ready' satisfies TemplateName,
      brandName,
      params: {
        title: run.name,
        due,
        ...(isLate(firing) && { late: 1 }),
        ...(address && { address }),
        ...(file && { attached: 1 }),
        ...(comparison && { since: told.format(new Date(comparison.at)), identical: comparison.isIdentical ? 1 : 0 })
      },
      ...(file && { attachedFile: file })
    }
  });
  await recordAct(tx, { userId: ownerUserId, accessor: null }, SCHEDULE_ORIGIN, {
    issuerId,
    action: 'report_schedule.sent',
    entity: 'report_run',
    entityId: runId,
    details: { name: run.name, to: user?.name ?? null, rows: Number(run.rowCount), ...(file && { attached: true }) }
  });
  if (userId === ownerUserId) await mailOutside(tx, schedule, { run, due });
}

/** Tells the owner once that a recipient may no longer run the report. */
async function tellOfLoss(tx: Transaction, firing: Firing, userId: string): Promise<void> {
  const { issuerId, scheduleId, schedule } = firing;
  const { count } = await tx.reportRecipient.updateMany({
    where: { issuerId, scheduleId, userId, lossToldAt: null },
    data: { lossToldAt: now() }
  });
  if (count === 0 && !(await hadItBefore(tx, firing, userId))) return;
  const person = await knownUser(tx, { issuerId, id: userId });
  await postNotice(tx, {
    issuerId,
    userId: schedule.ownerUserId,
    kind: 'report.recipient.lost',
    params: { name: nameInNotice(schedule), person: person?.name ?? '' },
    href: `/workspace/reports/schedules/${scheduleId}`
  });
}

/** Whether somebody of the schedule's place, who isn't named in it, got the report the time before. */
async function hadItBefore(tx: Transaction, { issuerId, scheduleId, dueAt }: Firing, userId: string): Promise<boolean> {
  const isNamed = await tx.reportRecipient.count({ where: { issuerId, scheduleId, userId } });
  if (isNamed > 0) return false;
  const before = await tx.reportDelivery.findFirst({
    where: { issuerId, userId, firing: { scheduleId, dueAt: { lt: dueAt } } },
    orderBy: { firing: { dueAt: 'desc' } }
  });
  return before?.outcome === 'sent';
}

/** Tells the owner once of a firing that failed; the third in a row pauses the schedule. */
async function settleFailure(tx: Transaction, { issuerId, id, scheduleId, schedule }: Firing): Promise<void> {
  // Firings of one schedule are counted one after the other.
  await tx.$executeRaw`
    SELECT 1 FROM report_schedules WHERE issuer_id = ${issuerId}::uuid AND id = ${scheduleId}::uuid FOR UPDATE`;
  const { count } = await tx.reportFiring.updateMany({
    where: { issuerId, id, failedAt: null },
    data: { failedAt: now() }
  });
  if (count === 0) return;
  const last = await tx.reportFiring.findMany({
    where: { issuerId, scheduleId, firedAt: { gte: schedule.countedFrom } },
    orderBy: { dueAt: 'desc' },
    take: MOST_FAILURES,
    select: { failedAt: true }
  });
  if (last.length === MOST_FAILURES && last.every(({ failedAt }) => failedAt !== null))
    return stopSchedule(tx, { issuerId, id: scheduleId }, 'failures');
  await postNotice(tx, {
    issuerId,
    userId: schedule.ownerUserId,
    kind: 'report.schedule.failed',
    params: { name: nameInNotice(schedule) },
    href: `/workspace/reports/schedules/${scheduleId}`
  });
}
