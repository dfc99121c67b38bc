import '../../reports.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { seenReport } from '@/lib/kit/reports/saved-reports';
import { type Share, sharesOf } from '@/lib/kit/reports/shares';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { ActionForm } from '../../../ui/action-form';
import { Empty } from '../../../ui/empty';
import { failureTexts } from '../../../ui/form-texts';
import { DoneNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { share, unshare } from '../../actions';
import { shareFields } from '../../share-fields';

export const generateMetadata = titled('report.sharing');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** With whom a saved report is shared, and with whom besides (issue 18). */
export default workspacePage(async function SharingPage({ params, searchParams }: Props) {
  const { principal, t } = await signedInFor('reports', 'modify');
  const report = await seenReport(principal, (await params).id);
  if (!report?.mayManage) notFound();
  const { id, name } = report;
  const shares = await sharesOf(principal, id);
  return (
    <>
      <PageHead
        title={t('report.sharing')}
        trail={[
          { href: '/workspace/reports', label: t('report.title') },
          { href: `/workspace/reports/${id}`, label: name }
        ]}
        detail={t('report.sharing.intro')}
      />
      <DoneNotice
        query={await searchParams}
        texts={{ shared: t('audit.action.report.shared'), unshared: t('audit.action.report.unshared') }}
      />
      <section className="panel" aria-labelledby="shares-heading">
        <h2 id="shares-heading">{t('report.sharing.with')}</h2>
        {shares.length > 0 ? (
          <Shares reportId={id} shares={shares} t={t} />
        ) : (
          <Empty title={t('report.sharing.none')} />
        )}
      </section>
      <section className="panel" aria-labelledby="add-heading">
        <h2 id="add-heading">{t('report.sharing.add')}</h2>
        <RecordForm
          action={share}
          fields={shareFields(t, may(principal, 'shared_reports', 'modify'))}
          values={{ by: 'people', mayChange: false }}
          submitLabel={t('report.sharing.open')}
          cancelHref={`/workspace/reports/${id}`}
          hidden={{ id }}
        />
      </section>
    </>
  );
});

/** People and places, with what they may do, and the end of it. */
function Shares({ reportId, shares, t }: { reportId: string; shares: readonly Share[]; t: Translate }) {
  const nameOf = ({ person, place, kind }: Share) => person ?? [place, kind && t(`node.kind.${kind}`)].join(' · ');
  return (
    <Table
      named
      columns={[
        { label: t('report.name') },
        { label: t('user.roles') },
        { label: t('report.sharing.access') },
        { label: t('report.sharing.end'), silent: true }
      ]}
      rows={shares.map((one) => ({
        key: one.id,
        cells: [
          nameOf(one),
          one.person ? '–' : one.roles.map((role) => t(`role.${role}`)).join(', ') || t('report.sharing.every.role'),
          t(one.mayChange ? 'report.sharing.change' : 'report.sharing.run'),
          <ActionForm key="end" action={unshare} texts={failureTexts(t)} hidden={{ id: reportId, share: one.id }}>
            <button type="submit">
              {t('report.sharing.end')}
              <span className="visually-hidden">: {nameOf(one)}</span>
            </button>
          </ActionForm>
        ]
      }))}
    />
  );
}
