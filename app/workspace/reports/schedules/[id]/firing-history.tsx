import { lastFirings } from '@/lib/kit/reports/schedules/firings';
import { isLate } from '@/lib/kit/reports/schedules/late';
import { signedInPrincipal } from '../../../signed-in';
import { Badge } from '../../../ui/badge';
import { Table } from '../../../ui/table';

const SHOWN = 20;

/** Names, the first twenty of them, and how many more there are. */
const namesOf = (names: readonly string[]): string => {
  const more = names.length > SHOWN ? [`+${names.length - SHOWN}`] : [];
  return [...names.slice(0, SHOWN), ...more].join(', ') || '–';
};

/** The last times that a schedule ran: when, to whom it went, and who got nothing. */
export async function FiringHistory({ scheduleId }: { scheduleId: string }) {
  const { principal, t, format } = await signedInPrincipal();
  const firings = await lastFirings(principal, scheduleId);
  if (firings.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="firings">
      <h2 id="firings">{t('report.schedule.history')}</h2>
      <Table
        columns={[
          { label: t('report.schedule.due') },
          { label: t('report.schedule.sent.to') },
          { label: t('report.schedule.nothing') },
          { label: t('report.schedule.last') }
        ]}
        rows={firings.map((firing) => ({
          key: firing.dueAt.toISOString(),
          cells: [
            <>
              {format.dateTime(firing.dueAt)}{' '}
              {isLate(firing) && <Badge tone="warning">{t('report.schedule.late')}</Badge>}
            </>,
            namesOf(firing.sent),
            namesOf([...firing.notPermitted, ...firing.failed]),
            firing.failedAt ? (
              <Badge tone="bad">{t('job.status.failed')}</Badge>
            ) : firing.waiting > 0 ? (
              <Badge tone="info">{t('job.status.processing')}</Badge>
            ) : (
              <Badge tone="good">{t('job.status.completed')}</Badge>
            )
          ]
        }))}
      />
    </section>
  );
}
