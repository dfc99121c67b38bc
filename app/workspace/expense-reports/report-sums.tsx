import type { Translate } from '@/lib/core/language/texts';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { reportTotals } from '@/lib/money/expenses/report-totals';
import { RepaymentBadge } from '../repayments/state-badge';
import { Facts } from '../ui/facts';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';

interface Props {
  report: ExpenseReport;
  /** Whether the reader sees payable files, and repayments. */
  seesPayables: boolean;
  seesRepayments: boolean;
  t: Translate;
  format: Formats;
}

/** The four totals of a report, and what its owner says about it. */
export function ReportSums({ report, seesPayables, seesRepayments, t, format }: Props) {
  const { currency, ownerName, purpose, firstDay, lastDay, accountName, balance, payableFile, repayment } = report;
  const side = balance === '0' ? 'even' : balance.startsWith('-') ? 'owed' : 'paid';
  return (
    <section className="panel" aria-labelledby="sums-heading">
      <h2 id="sums-heading">{t('expense.report.totals')}</h2>
      <dl className="report-totals">
        {reportTotals(report).map(({ label, amount }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{format.money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{t(`expense.balance.${side}`, { name: ownerName })}</p>
      <Facts
        facts={[
          { label: t('transaction.purpose'), value: purpose },
          { label: t('expense.report.owner'), value: ownerName },
          { label: t('transaction.account'), value: accountName },
          { label: t('delegation.first.day'), value: format.date(firstDay) },
          { label: t('delegation.last.day'), value: format.date(lastDay) },
          ...(payableFile
            ? [
                {
                  label: t('audit.entity.payable_file'),
                  value: seesPayables ? (
                    <Link href={`/workspace/payable-files/${payableFile.id}`}>{format.number(payableFile.number)}</Link>
                  ) : (
                    format.number(payableFile.number)
                  )
                }
              ]
            : []),
          ...(repayment
            ? [{ label: t('audit.entity.repayment'), value: <Repaid {...{ repayment, seesRepayments, t, format }} /> }]
            : [])
        ]}
      />
    </section>
  );
}

interface RepaidProps {
  repayment: NonNullable<ExpenseReport['repayment']>;
  seesRepayments: boolean;
  t: Translate;
  format: Formats;
}

/** Where the repayment of a report stands: its state, to which account, and since when it has ended. */
function Repaid({ repayment, seesRepayments, t, format }: RepaidProps) {
  const { id, state, direction, lastFour, endedAt } = repayment;
  const said = `${t(`repayment.direction.${direction}`)} •••• ${lastFour}`;
  return (
    <>
      <RepaymentBadge state={state} t={t} />{' '}
      {seesRepayments ? <Link href={`/workspace/repayments/${id}`}>{said}</Link> : said}{' '}
      {endedAt && format.dateTime(new Date(endedAt))}
    </>
  );
}
