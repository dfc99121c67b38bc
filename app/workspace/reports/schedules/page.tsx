import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ownCycles } from '@/lib/kit/reports/schedules/cycles';
import { ownSchedules, seenSchedule, stateOf } from '@/lib/kit/reports/schedules/schedule';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Badge } from '../../ui/badge';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { Table } from '../../ui/table';
import { ToastOnArrival } from '../../ui/toasts';
import { workspacePage } from '../../workspace-page';
import { restore } from './actions';
import { LastResult, SCHEDULE_TONES } from './last-result';
import { ruleWords } from './rule-words';
import { scheduledName } from './scheduled-name';

export const generateMetadata = titled('report.schedules');

/** The user's schedules with their next date, last result and state (C3.034). */
export default workspacePage(async function SchedulesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t, locale, format } = await signedInFor('report_schedules', 'view');
  const asked = (await searchParams).deleted;
  const [schedules, cycles, deleted] = await Promise.all([
    ownSchedules(principal),
    ownCycles(principal),
    typeof asked === 'string' ? seenSchedule(principal, asked) : null
  ]);
  return (
    <>
      <PageHead
        title={t('report.schedules')}
        trail={[{ href: '/workspace/reports', label: t('report.title') }]}
        detail={t('report.schedules.intro')}
      />
      {deleted?.deletedAt && (
        <ToastOnArrival
          text={t('audit.action.report_schedule.deleted')}
          undo={restore.bind(null, deleted.id)}
          parameter="deleted"
        />
      )}
      {schedules.length === 0 ? (
        <Empty title={t('report.schedules.none')}>
          <p>{t('report.schedules.none.advice')}</p>
          <Link className="button" href="/workspace/reports">
            {t('report.title')}
          </Link>
        </Empty>
      ) : (
        <section className="panel">
          <Table
            label={t('report.schedules')}
            named
            columns={[
              { label: t('report.name') },
              { label: t('report.schedule.when') },
              { label: t('report.schedule.next.at') },
              { label: t('report.schedule.last') },
              { label: t('report.schedule.state') }
            ]}
            rows={schedules.map((schedule) => {
              const state = stateOf(schedule);
              return {
                key: schedule.id,
                cells: [
                  <Link key="name" href={`/workspace/reports/schedules/${schedule.id}`}>
                    {scheduledName(t, STANDARD_REPORTS, schedule)}
                  </Link>,
                  ruleWords({ t, locale }, schedule, cycles),
                  schedule.nextAt ? format.dateTime(schedule.nextAt) : '–',
                  <LastResult key="last" schedule={schedule} t={t} />,
                  <Badge key="state" tone={SCHEDULE_TONES[state]}>
                    {t(`report.schedule.state.${state}`)}
                  </Badge>
                ]
              };
            })}
          />
        </section>
      )}
    </>
  );
});
