import { chargesFor } from '@/lib/money/expenses/offered-charges';
import { titled } from '../../../titled';
import { Empty } from '../../../ui/empty';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { putCharges } from '../../actions';
import { ownReportPage } from '../../report-page';

export const generateMetadata = titled('expense.charges.add');

/** The open card charges that no report has yet; those of the report's period are ticked. */
export default workspacePage(async function ChargesPage({ params }: { params: Promise<{ id: string }> }) {
  const { page, report, href, trail } = await ownReportPage(params);
  const { t, format, principal } = page;
  const charges = await chargesFor(principal, report);
  const isWithin = (day: string) => day >= report.firstDay && day <= report.lastDay;
  return (
    <>
      <PageHead title={t('expense.charges.add')} trail={trail} />
      {charges.length === 0 ? (
        <Empty title={t('expense.charges.none')}>
          <p>{t('expense.charges.none.advice')}</p>
        </Empty>
      ) : (
        <section className="panel">
          <RecordForm
            action={putCharges}
            fields={[
              {
                name: 'charges',
                label: t('expense.charges.choose'),
                kind: 'multi-select',
                required: true,
                options: charges.map(({ id, merchantName, transactionDate, billedAmount, billedCurrency }) => ({
                  value: id,
                  label: [
                    merchantName ?? t('transaction.one'),
                    format.date(transactionDate),
                    format.money(billedAmount, billedCurrency)
                  ].join(' · ')
                }))
              }
            ]}
            values={{ charges: charges.filter((one) => isWithin(one.transactionDate)).map(({ id }) => id) }}
            hidden={{ id: report.id }}
            submitLabel={t('expense.charges.add')}
            cancelHref={href}
          />
        </section>
      )}
    </>
  );
});
