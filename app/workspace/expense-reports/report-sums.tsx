import type { Translate } from '@/lib/core/language/texts';
import type { ExpenseReport } from '@/lib/money/expenses/report';
import { reportTotals } from '@/lib/money/expenses/report-totals';
import { Facts } from '../ui/facts';
import type { Formats } from '../ui/formats';

/** The sums of a report, and what its owner says about it. */
export function ReportSums({ report, t, format }: { report: ExpenseReport; t: Translate; format: Formats }) {
  const { currency, ownerName, purpose, firstDay, lastDay, accountName } = report;
  const [whole, ...parts] = reportTotals(report);
  return (
    <section className="panel" aria-labelledby="sums-heading">
      <h2 id="sums-heading">{t('expense.report.total')}</h2>
      <p className="report-total">{format.money(whole.amount, currency)}</p>
      <Facts
        facts={[
          ...parts.map(({ label, amount }) => ({ label: t(label), value: format.money(amount, currency) })),
          { label: t('transaction.purpose'), value: purpose },
          { label: t('expense.report.owner'), value: ownerName },
          { label: t('transaction.account'), value: accountName },
          { label: t('delegation.first.day'), value: format.date(firstDay) },
          { label: t('delegation.last.day'), value: format.date(lastDay) }
        ]}
      />
    </section>
  );
}
