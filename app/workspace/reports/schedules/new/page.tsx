import { oneself } from '@/lib/directory/people/people-in-reach';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { SearchParams } from '@/lib/kit/listing/query';
import { reportName } from '@/lib/kit/reports/known-report';
import { maySchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { workspacePage } from '../../../workspace-page';
import { reportFor } from '../../report-context';
import { addSchedule } from '../actions';
import { ScheduleForm } from '../schedule-form';

export const generateMetadata = titled('report.schedule.new');

/** Schedules the report of its address: at first every Monday at seven, for the user alone (C2.083). */
export default workspacePage(async function NewSchedulePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, timeZone, t } = await signedInFor('report_schedules', 'modify');
  const asked = (await searchParams).report;
  const report = maySchedule(principal) && typeof asked === 'string' ? await reportFor(principal, asked) : null;
  const trail = [{ href: '/workspace/reports', label: t('report.title') }];
  if (!report)
    return (
      <>
        <PageHead title={t('report.schedule.new')} trail={trail} />
        <Notice kind="problem">{t('report.not.permitted')}</Notice>
      </>
    );
  const recipients = await oneself(principal);
  const name = reportName(t, report);
  return (
    <>
      <PageHead
        title={t('report.schedule.new')}
        trail={[...trail, { href: `/workspace/reports/${report.id}`, label: name }]}
        detail={name}
      />
      <section className="panel" aria-label={t('report.schedule.new')}>
        <ScheduleForm
          action={addSchedule}
          recipients={recipients}
          values={{
            frequency: 'weekly',
            weekdays: [1],
            monthDay: 1,
            nth: 1,
            weekday: 1,
            businessDay: 1,
            daysAfter: 1,
            adjustment: 'none',
            roles: [],
            time: '07:00',
            timeZone,
            startsOn: todayIn(timeZone),
            format: 'xlsx',
            isProtected: false,
            addresses: [],
            recipients: recipients.map(({ userId }) => userId)
          }}
          hidden={{ report: report.id }}
          cancelHref={`/workspace/reports/${report.id}`}
        />
      </section>
    </>
  );
});
