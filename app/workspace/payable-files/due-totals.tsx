import type { Translate } from '@/lib/core/language/texts';
import type { DueTotal } from '@/lib/money/expenses/payable/due';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  totals: readonly DueTotal[];
  t: Translate;
  format: Formats;
}

/** What is to be paid back and owed, and the balance, in each currency. */
export function DueTotals({ totals, t, format }: Props) {
  const advanced = totals.some(({ advance }) => advance !== '0');
  return (
    <Table
      named
      columns={[
        { label: t('currency') },
        { label: t('expense.report.title'), figure: true },
        { label: t('expense.report.own.total'), figure: true },
        { label: t('expense.report.personal.total'), figure: true },
        ...(advanced ? [{ label: t('expense.report.advance.total'), figure: true }] : []),
        { label: t('expense.report.balance'), figure: true }
      ]}
      rows={totals.map(({ currency, reports, own, personal, advance, balance }) => ({
        key: currency,
        cells: [
          currency,
          format.number(reports),
          format.money(own, currency),
          format.money(personal, currency),
          ...(advanced ? [format.money(advance, currency)] : []),
          format.money(balance, currency)
        ]
      }))}
    />
  );
}
