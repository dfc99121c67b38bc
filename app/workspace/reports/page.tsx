import './reports.css';
import { Fragment } from 'react';
import { may, type Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { groupBy } from '@/lib/core/database/group-by';
import type { Translate } from '@/lib/core/language/texts';
import type { StandardReport } from '@/lib/kit/listing/data-set';
import type { SearchParams } from '@/lib/kit/listing/query';
import { standardDefinition } from '@/lib/kit/reports/definition';
import { dataSetsOf, reportSource } from '@/lib/kit/reports/report-source';
import { savedReports } from '@/lib/kit/reports/saved-reports';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { type Card, Cards } from '../ui/cards';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import { DoneNotice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { dataSetTitle } from './report-context';

export const generateMetadata = titled('report.title');

/** The reports that the user may run: standard ones, and saved ones (C1.029, C2.025). */
export default workspacePage(async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { principal, t } = await signedInFor('reports', 'view');
  const sets = dataSetsOf(LISTS, principal);
  const saved = (await savedReports(principal)).filter(({ definition }) => sets.includes(definition.dataSet));
  const own = saved.filter(({ isOwn }) => isOwn);
  const shared = saved.filter(({ isOwn }) => !isOwn);
  const standard = [...STANDARD_REPORTS.values()].filter(({ list }) => sets.includes(list));
  const cards = (reports: typeof saved): Card[] =>
    reports.map(({ id, name, definition, isOwn, ownerName }) => ({
      href: `/workspace/reports/${id}`,
      name,
      detail: [dataSetTitle(t, definition.dataSet), !isOwn && t('report.sharing.by', { name: ownerName })]
        .filter(Boolean)
        .join(' · ')
    }));
  return (
    <>
      <PageHead
        title={t('report.title')}
        detail={t('report.intro')}
        actions={
          <>
            {may(principal, 'report_schedules', 'view') && (
              <Link className="button" href="/workspace/reports/schedules">
                {t('report.schedules')}
              </Link>
            )}
            <Link className="button" href="/workspace/reports/completed">
              {t('report.completed')}
            </Link>
            {may(principal, 'reports', 'modify') && (
              <Link className="button primary" href="/workspace/reports/build">
                {t('report.new')}
              </Link>
            )}
          </>
        }
      />
      <DoneNotice query={await searchParams} texts={{ deleted: t('audit.action.report.deleted') }} />
      <section className="card-group" aria-labelledby="own-heading">
        <h2 id="own-heading">{t('report.own')}</h2>
        {own.length > 0 ? <Cards cards={cards(own)} /> : <Empty title={t('report.own.none')} />}
      </section>
      {shared.length > 0 && (
        <section className="card-group" aria-labelledby="shared-heading">
          <h2 id="shared-heading">{t('report.shared')}</h2>
          <Cards cards={cards(shared)} />
        </section>
      )}
      <section className="card-group" aria-labelledby="standard-heading">
        <h2 id="standard-heading">{t('report.standard')}</h2>
        {[...groupBy(standard, ({ list }) => list)].map(([list, reports]) => (
          <Fragment key={list}>
            <h3>{dataSetTitle(t, list)}</h3>
            <Cards
              cards={reports.map((report) => ({
                href: `/workspace/reports/${report.name}`,
                name: t(`report.standard.${report.name}`),
                detail: t(`report.purpose.${report.name}`),
                support: columnsOf(principal, report, t)
              }))}
            />
          </Fragment>
        ))}
      </section>
    </>
  );
});

/** The headings of a standard report for its reader, those that it groups by first. */
function columnsOf(principal: Principal, report: StandardReport, t: Translate): string {
  const source = reportSource(LISTS, principal, standardDefinition(report));
  if (!source) return '';
  const { groups, pivot, columns } = source.definition;
  const names = [...new Set([...groups, ...(pivot ? [pivot] : []), ...columns])];
  return names
    .flatMap((name) => (source.listing.columns[name] ? t(source.listing.columns[name].label) : []))
    .join(' · ');
}
