import { notFound } from 'next/navigation';
import { lackedFeatures } from '@/lib/access/policy/features';
import { titled } from '../../../../titled';
import { ActionForm } from '../../../../ui/action-form';
import { formTextsOf } from '../../../../ui/form-texts';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { signStatement, withdrawStatement } from '../../../actions';
import { LineHead } from '../../../line-head';
import { ownLinePage } from '../../../report-page';
import { statementFields } from '../../../statement-fields';

export const generateMetadata = titled('expense.statement');

/** Where the owner of a report signs that an expense has no receipt (C8.028). */
export default workspacePage(async function StatementPage({
  params
}: {
  params: Promise<{ id: string; line: string }>;
}) {
  const found = await ownLinePage(params);
  const { page, href, line, hidden } = found;
  const { principal, t } = page;
  if (lackedFeatures(principal).includes('signing_statements')) notFound();
  const { reason, note } = line.missingReceipt ?? {};
  return (
    <>
      <LineHead found={found} />
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
