import type { Translate } from '@/lib/core/language/texts';
import { isLate } from '@/lib/kit/reports/schedules/late';
import type { Schedule, ScheduleState } from '@/lib/kit/reports/schedules/schedule';
import { Badge } from '../../ui/badge';

/** The tone of a schedule's state. */
export const SCHEDULE_TONES = {
  active: 'good',
  paused: 'warning',
  ended: 'neutral',
  deleted: 'neutral'
} as const satisfies Record<ScheduleState, string>;

/** The result of a schedule's last firing: failed, under way, or sent to so many. */
export function LastResult({ schedule, t }: { schedule: Schedule; t: Translate }) {
  const { dueAt, firedAt, failedAt, waiting, wanted, sent } = schedule;
  if (!dueAt || !firedAt) return '–';
  const late = isLate({ dueAt, firedAt }) && <Badge tone="warning">{t('report.schedule.late')}</Badge>;
  if (failedAt)
    return (
      <>
        <Badge tone="bad">{t('job.status.failed')}</Badge> {late}
      </>
    );
  if (waiting)
    return (
      <>
        <Badge tone="info">{t('job.status.processing')}</Badge> {late}
      </>
    );
  return (
    <>
      {t('report.schedule.sent', { sent: sent ?? 0, wanted: wanted ?? 0 })} {late}
    </>
  );
}
