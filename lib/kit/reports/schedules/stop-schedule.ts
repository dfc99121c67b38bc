import { appendAudit } from '../../../core/audit/audit';
import type { Transaction } from '../../../core/database/database';
import { now } from '../../../core/server/clock';
import { postNotice } from '../../notices/post-notice';
import { nameInNotice } from './name-in-notice';

/** The origin of what the worker does for schedules. */
export const SCHEDULE_ORIGIN = { requestId: 'report-schedules', address: '127.0.0.1', userAgent: '' };

const STOPPED = {
  failures: 'report.schedule.stopped.failures',
  cycle: 'report.schedule.stopped.cycle',
  fiscal: 'report.schedule.stopped.fiscal',
  place: 'report.schedule.stopped.place',
  feed: 'report.schedule.stopped.feed'
} as const;

/** Pauses a schedule that can't go on, and tells its owner. One that is paused already stays as it is. */
export async function stopSchedule(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  cause: keyof typeof STOPPED
): Promise<void> {
  const { count } = await tx.reportSchedule.updateMany({
    where: { issuerId, id, pausedAt: null, deletedAt: null },
    data: { nextAt: null, pausedAt: now(), pauseCause: cause, version: { increment: 1 }, updatedAt: now() }
  });
  if (count === 0) return;
  const stored = await tx.reportSchedule.findUniqueOrThrow({
    where: { issuerId_id: { issuerId, id } },
    include: { definition: true }
  });
  await postNotice(tx, {
    issuerId,
    userId: stored.ownerUserId,
    kind: STOPPED[cause],
    params: { name: nameInNotice(stored) },
    href: `/workspace/reports/schedules/${id}`
  });
  await appendAudit(tx, SCHEDULE_ORIGIN, {
    issuerId,
    action: 'report_schedule.stopped',
    entity: 'report_schedule',
    entityId: id,
    details: { report: stored.report, cause }
  });
}
