import { todayIn } from '@/lib/kit/listing/issuer-days';
import { outOfPocketTypes } from '@/lib/money/expense-policies/types-to-choose';
import { recentAttendees } from '@/lib/money/expenses/recent-attendees';
import { titled } from '../../../../titled';
import { Empty } from '../../../../ui/empty';
import { PageHead } from '../../../../ui/page-head';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { saveOwn } from '../../../actions';
import { ownFields } from '../../../own-fields';
import { ownReportPage } from '../../../report-page';

export const generateMetadata = titled('expense.own.add');

/** A new expense from one's own money. */
export default workspacePage(async function NewOwnMoneyPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, report, href, trail } = await ownReportPage(params);
  const { t } = page;
  const types = await outOfPocketTypes(report);
  return (
    <>
      <PageHead title={t('expense.own.add')} trail={trail} />
      {types.length === 0 ? (
        <Empty title={t('expense.own.types.none')} />
      ) : (
        <section className="panel">
          <RecordForm
            action={saveOwn}
            fields={ownFields(t, types, report.currency, await recentAttendees(report))}
            values={{ spentOn: todayIn(page.timeZone) }}
            hidden={{ id: report.id }}
            submitLabel={t('expense.own.add')}
            cancelHref={href}
          />
        </section>
      )}
    </>
  );
});
