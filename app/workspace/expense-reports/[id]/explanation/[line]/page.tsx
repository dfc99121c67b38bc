import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { titled } from '../../../../titled';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { explain } from '../../../actions';
import { explanationFields } from '../../../explanation-fields';
import { LineFindings } from '../../../line-findings';
import { LineHead } from '../../../line-head';
import { ownLinePage } from '../../../report-page';

export const generateMetadata = titled('expense.explanation');

/** Where the owner of a report explains what the expense policy found about an expense (C1.003). */
export default workspacePage(async function ExplanationPage({
  params
}: {
  params: Promise<{ id: string; line: string }>;
}) {
  const found = await ownLinePage(params);
  const { page, report, href, lines, line, hidden } = found;
  const { t, format } = page;
  const findings = (await findingsOfReport(report, lines)).filter(({ lineId }) => lineId === line.id);
  return (
    <>
      <LineHead found={found} />
      <section className="panel">
        <LineFindings findings={findings} t={t} format={format} />
        <RecordForm
          action={explain}
          fields={explanationFields(t)}
          values={{ explanation: line.explanation }}
          hidden={hidden}
          submitLabel={t('form.save')}
          cancelHref={href}
        />
      </section>
    </>
  );
});
