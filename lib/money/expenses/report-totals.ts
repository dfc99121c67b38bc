import type { TextKey } from '../../core/language/text-key';
import type { ExpenseReport } from './report';

/** A total of a report: its label, and an exact decimal in the report's currency. */
interface ReportTotal {
  label: TextKey;
  amount: string;
}

type Totals = Pick<ExpenseReport, 'cardTotal' | 'ownTotal' | 'personalTotal' | 'advanceTotal' | 'balance'>;

/**
 * The four totals of a report as its page and its PDF say them, always together: one sum of what the company pays, the
 * owner gets and the owner owes would be money that nobody pays. What was advanced stands before the balance, where there
 * is any.
 */
export const reportTotals = ({
  cardTotal,
  ownTotal,
  personalTotal,
  advanceTotal,
  balance
}: Totals): readonly ReportTotal[] => [
  { label: 'expense.report.card.total', amount: cardTotal },
  { label: 'expense.report.own.total', amount: ownTotal },
  { label: 'expense.report.personal.total', amount: personalTotal },
  ...(advanceTotal === '0' ? [] : [{ label: 'expense.report.advance.total' as const, amount: advanceTotal }]),
  { label: 'expense.report.balance', amount: balance }
];

/** The same for the audit, by name and with the currency. */
export const totalsInAudit = ({ currency, ...totals }: Totals & Pick<ExpenseReport, 'currency'>) => ({
  card: `${totals.cardTotal} ${currency}`,
  own: `${totals.ownTotal} ${currency}`,
  personal: `${totals.personalTotal} ${currency}`,
  ...(totals.advanceTotal !== '0' && { advance: `${totals.advanceTotal} ${currency}` }),
  balance: `${totals.balance} ${currency}`
});
