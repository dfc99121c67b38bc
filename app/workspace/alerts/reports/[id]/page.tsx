import '../../alerts.css';
import { notFound } from 'next/navigation';
import { alertReport } from '@/lib/money/alerts/report';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { CategoryIcon } from '../../../ui/category-icon';
import { Facts } from '../../../ui/facts';
import { Link } from '../../../ui/link';
import { PageHead } from '../../../ui/page-head';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { causeWords } from '../../cause-words';
import { alertSentence } from '../../words';

export const generateMetadata = titled('alert.report');

/** The report of a firing, which its alert's owner alone opens; for everybody else there is none (C6.026). */
export default workspacePage(async function AlertReportPage({ params }: { params: Promise<{ id: string }> }) {
  const reader = await signedInFor('alerts', 'view', 'alerts');
  const { principal, t, format } = reader;
  const report = await alertReport(principal, idOf((await params).id));
  if (!report) notFound();
  return (
    <>
      <PageHead
        title={causeWords(report, format)}
        trail={[
          { href: '/workspace/alerts', label: t('alert.title') },
          { href: `/workspace/alerts/${report.alertId}`, label: report.alertName }
        ]}
        detail={t('alert.report.kept')}
      />
      <section className="panel" aria-label={t('alert.report')}>
        <p>{alertSentence(reader, report.rule, report.watchedName)}</p>
        <Facts
          facts={[
            { label: t('alert.found'), value: format.money(report.amount, report.currency) },
            { label: t('alert.reached'), value: report.reached && format.money(report.reached, report.currency) },
            { label: t('alert.fired.at'), value: format.dateTime(report.firedAt) }
          ]}
        />
      </section>
      {report.askedAt ? (
        <p>
          <Link href="/workspace/authorizations">{t('authorization.title')}</Link>
        </p>
      ) : (
        <section className="panel" aria-labelledby="charges">
          <h2 id="charges">{t('alert.report.charges')}</h2>
          <Table
            named
            columns={[
              { label: t('transaction.merchant') },
              { label: t('transaction.account') },
              { label: t('transaction.posting.date') },
              { label: t('transaction.billed.amount'), figure: true }
            ]}
            rows={report.charges.map((charge) => ({
              key: charge.id,
              cells: [
                <span key="merchant" className="alert-merchant">
                  <CategoryIcon mcc={charge.merchantCategoryCode} />
                  <Link href={`/workspace/transactions/${charge.id}`}>{charge.merchantName ?? '–'}</Link>
                </span>,
                `${charge.accountName} •••• ${charge.lastFour}`,
                format.date(charge.postingDate),
                format.money(charge.amount, charge.currency)
              ]
            }))}
          />
        </section>
      )}
    </>
  );
});
