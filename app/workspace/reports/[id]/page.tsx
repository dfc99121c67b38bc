import '../reports.css';
import { may, type Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import type { Translate } from '@/lib/core/language/texts';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type KnownReport, reportName } from '@/lib/kit/reports/known-report';
import { sourceToday } from '@/lib/kit/reports/report-source';
import { maySchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import type { RecordAction } from '../../ui/actions-menu';
import { Facts } from '../../ui/facts';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordActions } from '../../ui/record-actions';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { removeReport, run } from '../actions';
import { askFields, askValues } from '../ask-fields';
import { builderAddress } from '../build/builder-address';
import { periodWords } from '../period-words';
import { PreviewTable } from '../preview-table';
import { dataSetTitle, reportFilters, reportFor } from '../report-context';
import { runFields } from '../run-fields';
import { WhyRow } from '../why-row';

export const generateMetadata = titled('report.title');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A report: what it selects, its criteria to run it, and its first rows (C2.025, C2.082). */
export default workspacePage(async function ReportPage({ params, searchParams }: Props) {
  const reader = await signedInFor('reports', 'view');
  const { principal, timeZone, t, format } = reader;
  const report = await reportFor(principal, (await params).id);
  const trail = [{ href: '/workspace/reports', label: t('report.title') }];
  if (!report)
    return (
      <>
        <PageHead title={t('report.title')} trail={trail} />
        <Notice kind="problem">{t('report.not.permitted')}</Notice>
      </>
    );
  const { id, source, definition } = report;
  const asked = await searchParams;
  const periods = await periodWords(reader);
  const today = await sourceToday(LISTS, principal, source, todayIn(timeZone));
  const filters = (await reportFilters(reader, source)).filter(({ shown }) => shown !== null);
  const labels = (names: readonly string[]) =>
    names.flatMap((name) => (source.listing.columns[name] ? t(source.listing.columns[name].label) : [])).join(', ');
  return (
    <>
      <PageHead
        title={reportName(t, report)}
        trail={trail}
        detail={detailOf(report, t)}
        actions={<RecordActions actions={actionsOf(principal, report, t)} />}
      />
      <DoneNotice query={asked} texts={{ saved: t('report.saved') }} />
      {may(principal, 'reports', 'run') && (
        <section className="panel" aria-labelledby="run-heading">
          <h2 id="run-heading">{t('report.ask')}</h2>
          <RecordForm
            action={run}
            fields={runFields(t, periods.choices, askFields(t, report))}
            values={{ period: '', format: 'xlsx', ...askValues(report) }}
            submitLabel={t('report.run')}
            hidden={{ id }}
          />
        </section>
      )}
      <section className="panel" aria-labelledby="preview-heading">
        <h2 id="preview-heading">{t('report.preview')}</h2>
        <Facts
          facts={[
            { label: t('report.data'), value: dataSetTitle(t, definition.dataSet) },
            {
              label: t('report.period'),
              value: definition.period ? periods.shown(definition.period) : t('report.period.filters')
            },
            { label: t('report.filters'), value: filters.map(({ label, shown }) => `${label}: ${shown}`).join('; ') },
            { label: t('report.columns'), value: labels(definition.columns) },
            { label: t('report.groups'), value: labels(definition.groups) },
            { label: t('report.pivot'), value: labels(definition.pivot ? [definition.pivot] : []) }
          ].filter(({ value }) => value)}
        />
        <PreviewTable
          {...{ principal, source: today, t, format }}
          otherDays={definition.period === null ? undefined : source}
        />
      </section>
      {today.ok && <WhyRow reader={reader} source={today.value} sought={asked.row} about="report" />}
    </>
  );
});

/** The purpose of a standard report, or who shares a saved one. */
function detailOf({ standard, saved }: KnownReport, t: Translate) {
  if (standard) return t(`report.purpose.${standard}`);
  return saved && !saved.isOwn && t('report.sharing.by', { name: saved.ownerName });
}

/** What a reader can do with a report: schedule it, open it in the builder as a copy or as itself, and delete it. */
function actionsOf(principal: Principal, { id, saved, definition }: KnownReport, t: Translate): RecordAction[] {
  const mayBuild = may(principal, 'reports', 'modify');
  const schedule = {
    id: 'schedule',
    label: t('report.schedule'),
    href: `/workspace/reports/schedules/new?report=${id}`
  };
  return [
    ...(maySchedule(principal) ? [schedule] : []),
    ...(mayBuild ? [{ id: 'copy', label: t('report.copy'), href: builderAddress(definition, {}) }] : []),
    ...(saved?.mayChange
      ? [{ id: 'change', label: t('report.change'), href: builderAddress(definition, { report: id }) }]
      : []),
    ...(saved?.mayManage ? managingOf(id, t) : [])
  ];
}

/** What its owner can do with a saved report. */
function managingOf(id: string, t: Translate): RecordAction[] {
  return [
    { id: 'share', label: t('report.sharing.open'), href: `/workspace/reports/${id}/sharing` },
    {
      id: 'delete',
      label: t('report.delete'),
      confirm: {
        question: t('report.delete.question'),
        explanation: t('report.delete.explanation'),
        confirmLabel: t('report.delete'),
        action: removeReport,
        hidden: { id },
        danger: true
      }
    }
  ];
}
