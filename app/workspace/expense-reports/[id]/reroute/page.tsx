import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { EXPENSE_REPORT } from '@/lib/money/expenses/states';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { reroute } from '../../actions';
import { reportPage } from '../../report-page';
import { rerouteFields } from '../../reroute-fields';

export const generateMetadata = titled('expense.reroute');

/** Reroutes a report to another approver (C2.072). */
export default workspacePage(async function ReroutePage({ params }: { params: Promise<{ id: string }> }) {
  const { page, report, href, trail } = await reportPage(params);
  const { t, principal } = page;
  const isPossible = EXPENSE_REPORT.after(report.state, 'reroute') !== null;
  if (!isPossible || !may(principal, ...EXPENSE_REPORT.events.reroute.needs)) notFound();
  return (
    <>
      <PageHead title={t('expense.reroute')} trail={trail} />
      <section className="panel">
        <RecordForm
          action={reroute}
          fields={rerouteFields(t, report.id)}
          hidden={{ id: report.id }}
          version={report.version}
          submitLabel={t('expense.reroute')}
          cancelHref={href}
        />
      </section>
    </>
  );
});
