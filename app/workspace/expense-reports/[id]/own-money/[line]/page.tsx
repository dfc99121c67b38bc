import { notFound } from 'next/navigation';
import type { SearchParams } from '@/lib/kit/listing/query';
import { outOfPocketTypes } from '@/lib/money/expense-policies/types-to-choose';
import { detailsInWords } from '@/lib/money/expenses/details-in-words';
import { isOwnMoney, linesOf } from '@/lib/money/expenses/lines';
import { recentAttendees } from '@/lib/money/expenses/recent-attendees';
import { idOf } from '../../../../addresses';
import { Attachments } from '../../../../attachments/attachments';
import { titled } from '../../../../titled';
import { Facts } from '../../../../ui/facts';
import { DoneNotice } from '../../../../ui/notice';
import { PageHead } from '../../../../ui/page-head';
import { RecordForm } from '../../../../ui/record-form';
import { workspacePage } from '../../../../workspace-page';
import { saveOwn } from '../../../actions';
import { detailValues } from '../../../detail-fields';
import { ownFields } from '../../../own-fields';
import { isEditable, reportPage } from '../../../report-page';

export const generateMetadata = titled('expense.own.one');

interface Props {
  params: Promise<{ id: string; line: string }>;
  searchParams: Promise<SearchParams>;
}

/** An expense from one's own money with its receipts. */
export default workspacePage(async function OwnMoneyPage({ params, searchParams }: Props) {
  const { page, report, href, trail } = await reportPage(params);
  const { t, format, principal } = page;
  const id = idOf((await params).line);
  const line = (await linesOf(report)).find((one) => one.id === id && isOwnMoney(one));
  if (!line) notFound();
  const { day: spentOn, merchant, amount, description, expenseTypeId, expenseType } = line;
  const details = detailsInWords(line.details, { t, format, currency: report.currency });
  return (
    <>
      <PageHead title={merchant ?? t('expense.own.one')} trail={trail} />
      <DoneNotice query={await searchParams} texts={{ added: t('expense.done.saved') }} />
      <section className="panel">
        {isEditable(report, principal) ? (
          <RecordForm
            action={saveOwn}
            fields={ownFields(t, await outOfPocketTypes(report), report.currency, await recentAttendees(report))}
            values={{
              spentOn,
              merchant,
              amount,
              description,
              expenseTypeId,
              ...detailValues(line.details, expenseTypeId)
            }}
            hidden={{ id: report.id, line: id }}
            submitLabel={t('form.save')}
            cancelHref={href}
          />
        ) : (
          <Facts
            facts={[
              { label: t('transaction.date.paid'), value: format.date(spentOn) },
              { label: t('transaction.amount.paid'), value: format.money(amount, report.currency) },
              { label: t('expense.own.type'), value: expenseType },
              { label: t('expense.own.description'), value: description },
              ...(details.length > 0 ? [{ label: t('expense.details'), value: details.join(' · ') }] : [])
            ]}
          />
        )}
      </section>
      <Attachments to={{ entity: 'expense_line', id }} />
    </>
  );
});
