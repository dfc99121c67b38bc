import { notFound } from 'next/navigation';
import { proposedType } from '@/lib/money/expense-policies/proposed-type';
import { typesToChoose } from '@/lib/money/expense-policies/types-to-choose';
import { withPresets } from '@/lib/money/expenses/details-of-type';
import { recentAttendees } from '@/lib/money/expenses/recent-attendees';
import { titled } from '../../../../titled';
import { Empty } from '../../../../ui/empty';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { saveDetails } from '../../../actions';
import { chargeFields, detailValues } from '../../../detail-fields';
import { LineHead } from '../../../line-head';
import { ownLinePage } from '../../../report-page';

export const generateMetadata = titled('expense.details');

/** Where the owner of a report says what a card charge was for. */
export default workspacePage(async function DetailsPage({ params }: { params: Promise<{ id: string; line: string }> }) {
  const found = await ownLinePage(params);
  const { page, report, href, line, hidden } = found;
  if (line.transactionId === null) notFound();
  const { t } = page;
  const types = await typesToChoose(report);
  const typeId = line.expenseTypeId ?? proposedType(types, line.merchantCategoryCode)?.id ?? null;
  const type = types.find(({ id }) => id === typeId);
  const details = line.expenseTypeId ? line.details : withPresets(type?.asks ?? [], {});
  return (
    <>
      <LineHead found={found} />
      {types.length === 0 ? (
        <Empty title={t('expense.types.none')} />
      ) : (
        <section className="panel" aria-labelledby="details-heading">
          <h2 id="details-heading">{t('expense.details')}</h2>
          <RecordForm
            action={saveDetails}
            fields={chargeFields(t, types, report.currency, await recentAttendees(report))}
            values={{ expenseTypeId: typeId, ...detailValues(details, typeId) }}
            hidden={hidden}
            submitLabel={t('form.save')}
            cancelHref={href}
          />
        </section>
      )}
    </>
  );
});
