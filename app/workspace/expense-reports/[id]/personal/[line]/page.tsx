import { notFound } from 'next/navigation';
import { canBePersonal } from '@/lib/money/expenses/personal-share';
import { titled } from '../../../../titled';
import { ActionForm } from '../../../../ui/action-form';
import { formTextsOf } from '../../../../ui/form-texts';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { markCharge, unmarkCharge } from '../../../actions';
import { LineHead } from '../../../line-head';
import { personalFields } from '../../../personal-fields';
import { ownLinePage } from '../../../report-page';

export const generateMetadata = titled('expense.personal');

/** Where the owner of a report marks a card charge as personal, whole or in part. */
export default workspacePage(async function PersonalSharePage({
  params
}: {
  params: Promise<{ id: string; line: string }>;
}) {
  const found = await ownLinePage(params);
  const { page, report, href, line, hidden } = found;
  if (!canBePersonal(line)) notFound();
  const { t } = page;
  return (
    <>
      <LineHead found={found} />
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
