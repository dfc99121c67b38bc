import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { edit } from '../../actions';
import { reportFields } from '../../report-fields';
import { ownReportPage } from '../../report-page';

export const generateMetadata = titled('expense.report.edit');

/** The head of a saved report of the reader's own. */
export default workspacePage(async function EditReportPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, report, href, trail } = await ownReportPage(params);
  const { t } = page;
  const { id, accountId, title, purpose, firstDay, lastDay, version } = report;
  return (
    <>
      <PageHead title={t('expense.report.edit')} trail={trail} />
      <section className="panel">
        <RecordForm
          action={edit}
          fields={reportFields(t, null)}
          values={{ title, purpose, firstDay, lastDay }}
          hidden={{ id, accountId }}
          version={version}
          submitLabel={t('form.save')}
          cancelHref={href}
        />
      </section>
    </>
  );
});
