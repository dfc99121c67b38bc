import { notFound } from 'next/navigation';
import { lackedFeatures } from '@/lib/access/policy/features';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { create } from '../actions';
import { accountOptions, reportFields } from '../report-fields';

export const generateMetadata = titled('expense.report.new');

/** A new expense report, of this month unless the reader says otherwise (C6.011, C6.041). */
export default workspacePage(async function NewReportPage() {
  const { t, principal, timeZone } = await signedInFor('expense_reports', 'modify', 'expense.reports');
  if (lackedFeatures(principal).includes('expense_reports')) notFound();
  const accounts = await accountOptions(principal);
  const today = todayIn(timeZone);
  return (
    <>
      <PageHead
        title={t('expense.report.new')}
        trail={[{ href: '/workspace/expense-reports', label: t('expense.report.title') }]}
      />
      <section className="panel">
        <RecordForm
          action={create}
          fields={reportFields(t, accounts)}
          values={{
            firstDay: `${today.slice(0, 8)}01`,
            lastDay: today,
            accountId: accounts.length === 1 ? accounts[0]?.value : undefined
          }}
          submitLabel={t('expense.report.create')}
          cancelHref="/workspace/expense-reports"
        />
      </section>
    </>
  );
});
