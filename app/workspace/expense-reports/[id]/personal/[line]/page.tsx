import { notFound } from 'next/navigation';
import { linesOf } from '@/lib/money/expenses/lines';
import { canBePersonal } from '@/lib/money/expenses/personal-share';
import { idOf } from '../../../../addresses';
import { titled } from '../../../../titled';
import { ActionForm } from '../../../../ui/action-form';
import { formTextsOf } from '../../../../ui/form-texts';
import { PageHead } from '../../../../ui/page-head';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { markCharge, unmarkCharge } from '../../../actions';
import { personalFields } from '../../../personal-fields';
import { ownReportPage } from '../../../report-page';

export const generateMetadata = titled('expense.personal');

/** Where the owner of a report marks a card charge as personal, whole or in part. */
export default workspacePage(async function PersonalSharePage({
  params
}: {
  params: Promise<{ id: string; line: string }>;
}) {
  const { page, report, href, trail } = await ownReportPage(params);
  const { t, format } = page;
  const id = idOf((await params).line);
  const line = (await linesOf(report)).find((one) => one.id === id);
  if (!line || !canBePersonal(line)) notFound();
  const hidden = { id: report.id, line: id };
  return (
    <>
      <PageHead
        title={line.merchant ?? t('transaction.one')}
        trail={trail}
        detail={`${format.money(line.amount, report.currency)} · ${format.date(line.day)}`}
      />
      <section className="panel" aria-labelledby="personal-heading">
        <h2 id="personal-heading">{t('expense.personal')}</h2>
        <RecordForm
          action={markCharge}
          fields={personalFields(t, report.currency)}
          values={{ amount: line.personalAmount ?? line.amount }}
          hidden={hidden}
          submitLabel={t('form.save')}
          cancelHref={href}
        />
        {line.personalAmount && (
          <ActionForm action={unmarkCharge} texts={formTextsOf(t)} hidden={hidden} leaves>
            <button type="submit">{t('expense.personal.none')}</button>
          </ActionForm>
        )}
      </section>
    </>
  );
});
