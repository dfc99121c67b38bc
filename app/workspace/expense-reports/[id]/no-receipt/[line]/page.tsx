import { notFound } from 'next/navigation';
import { lackedFeatures } from '@/lib/access/policy/features';
import { linesOf } from '@/lib/money/expenses/lines';
import { idOf } from '../../../../addresses';
import { titled } from '../../../../titled';
import { ActionForm } from '../../../../ui/action-form';
import { formTextsOf } from '../../../../ui/form-texts';
import { PageHead } from '../../../../ui/page-head';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { signStatement, withdrawStatement } from '../../../actions';
import { ownReportPage } from '../../../report-page';
import { statementFields } from '../../../statement-fields';

export const generateMetadata = titled('expense.statement');

/** Where the owner of a report signs that an expense has no receipt (C8.028). */
export default workspacePage(async function StatementPage({
  params
}: {
  params: Promise<{ id: string; line: string }>;
}) {
  const { page, report, href, trail } = await ownReportPage(params);
  const { principal, t, format } = page;
  if (lackedFeatures(principal).includes('signing_statements')) notFound();
  const id = idOf((await params).line);
  const line = (await linesOf(report)).find((one) => one.id === id);
  if (!line) notFound();
  const { reason, note } = line.missingReceipt ?? {};
  const hidden = { id: report.id, line: id };
  return (
    <>
      <PageHead
        title={line.merchant ?? t('transaction.one')}
        trail={trail}
        detail={`${format.money(line.amount, report.currency)} · ${format.date(line.day)}`}
      />
      <section className="panel" aria-labelledby="statement-heading">
        <h2 id="statement-heading">{t('expense.statement')}</h2>
        <RecordForm
          action={signStatement}
          fields={statementFields(t)}
          values={{ reason, note, asked: false }}
          hidden={hidden}
          submitLabel={t('expense.statement.sign')}
          cancelHref={href}
        />
        {line.missingReceipt && (
          <ActionForm action={withdrawStatement} texts={formTextsOf(t)} hidden={hidden} leaves>
            <button type="submit">{t('expense.statement.withdraw')}</button>
          </ActionForm>
        )}
      </section>
    </>
  );
});
