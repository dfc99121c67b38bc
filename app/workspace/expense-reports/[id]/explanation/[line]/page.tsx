import { notFound } from 'next/navigation';
import { linesOf } from '@/lib/money/expenses/lines';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { idOf } from '../../../../addresses';
import { titled } from '../../../../titled';
import { PageHead } from '../../../../ui/page-head';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { explain } from '../../../actions';
import { explanationFields } from '../../../explanation-fields';
import { LineFindings } from '../../../line-findings';
import { ownReportPage } from '../../../report-page';

export const generateMetadata = titled('expense.explanation');

/** Where the owner of a report explains what the expense policy found about an expense (C1.003). */
export default workspacePage(async function ExplanationPage({
  params
}: {
  params: Promise<{ id: string; line: string }>;
}) {
  const { page, report, href, trail } = await ownReportPage(params);
  const { t, format } = page;
  const id = idOf((await params).line);
  const lines = await linesOf(report);
  const line = lines.find((one) => one.id === id);
  if (!line) notFound();
  const findings = (await findingsOfReport(report, lines)).filter(({ lineId }) => lineId === id);
  return (
    <>
      <PageHead
        title={line.merchant ?? t('transaction.one')}
        trail={trail}
        detail={`${format.money(line.amount, report.currency)} · ${format.date(line.day)}`}
      />
      <section className="panel">
        <LineFindings findings={findings} t={t} format={format} />
        <RecordForm
          action={explain}
          fields={explanationFields(t)}
          values={{ explanation: line.explanation }}
          hidden={{ id: report.id, line: id }}
          submitLabel={t('form.save')}
          cancelHref={href}
        />
      </section>
    </>
  );
});
