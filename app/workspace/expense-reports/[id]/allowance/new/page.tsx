import { titled } from '../../../../titled';
import { PageHead } from '../../../../ui/page-head';
import { workspacePage } from '../../../../workspace-page';
import { AllowanceForm } from '../../../allowance-form';
import { ownReportPage } from '../../../report-page';

export const generateMetadata = titled('allowance.add');

/** A new day allowance (C1.003). */
export default workspacePage(async function NewAllowancePage({ params }: { params: Promise<{ id: string }> }) {
  const { page, report, href, trail } = await ownReportPage(params);
  return (
    <>
      <PageHead title={page.t('allowance.add')} trail={trail} />
      <AllowanceForm {...{ report, page, href }} />
    </>
  );
});
