import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { allowanceFormula } from '@/lib/money/allowances/allowance-formula';
import { tripTime } from '@/lib/money/allowances/trip-time';
import { linesOf } from '@/lib/money/expenses/lines';
import { idOf } from '../../../../addresses';
import { Attachments } from '../../../../attachments/attachments';
import { titled } from '../../../../titled';
import { Facts } from '../../../../ui/facts';
import { DoneNotice } from '../../../../ui/notice';
import { PageHead } from '../../../../ui/page-head';
import { workspacePage } from '../../../../workspace-page';
import { AllowanceDays } from '../../../allowance-days';
import { AllowanceForm } from '../../../allowance-form';
import { isEditable, reportPage } from '../../../report-page';

export const generateMetadata = titled('allowance.one');

interface Props {
  params: Promise<{ id: string; line: string }>;
  searchParams: Promise<SearchParams>;
}

/** A day allowance with what each of its days comes to. */
export default workspacePage(async function AllowancePage({ params, searchParams }: Props) {
  const { page, report, href, trail } = await reportPage(params);
  const { t, format, principal } = page;
  const id = idOf((await params).line);
  const line = (await linesOf(report)).find((one) => one.id === id);
  if (!line?.allowance) notFound();
  const { allowance } = line;
  return (
    <>
      <PageHead
        title={line.merchant ?? t('allowance.one')}
        trail={trail}
        detail={allowanceFormula(allowance.days, report.currency, format)}
      />
      <DoneNotice query={await searchParams} texts={{ added: t('allowance.done.added') }} />
      {isEditable(report, principal) ? (
        <AllowanceForm {...{ report, line, page, href }} />
      ) : (
        <section className="panel">
          <Facts
            facts={[
              { label: t('allowance.time'), value: tripTime(allowance, format) },
              { label: t('expense.own.type'), value: line.expenseType },
              { label: t('transaction.purpose'), value: line.description }
            ]}
          />
        </section>
      )}
      <AllowanceDays {...{ allowance, t, format }} currency={report.currency} />
      <Attachments to={{ entity: 'expense_line', id }} />
    </>
  );
});
