import type { TextKey } from '../../core/language/text-key';
import type { ExpenseReport } from './report';

/** A total of a report: its label, and an exact decimal in the report's currency. */
interface ReportTotal {
  label: TextKey;
  amount: string;
}

/** The totals of a report as its page and its PDF say them: the whole first, then what it is made of. */
export const reportTotals = ({
  total,
  cardTotal,
  ownTotal
}: Pick<ExpenseReport, 'total' | 'cardTotal' | 'ownTotal'>): readonly [ReportTotal, ...ReportTotal[]] => [
  { label: 'expense.report.total', amount: total },
  { label: 'expense.report.card.total', amount: cardTotal },
  { label: 'expense.report.own.total', amount: ownTotal }
];
