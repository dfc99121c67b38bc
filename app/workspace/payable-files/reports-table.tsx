import type { Translate } from '@/lib/core/language/texts';
import type { PayableEntry } from '@/lib/money/expenses/payable/files';
import type { Formats } from '../ui/formats';
import { Link } from '../ui/link';
import { Table } from '../ui/table';

interface Props {
  entries: readonly PayableEntry[];
  t: Translate;
  format: Formats;
}

/** Reports with what they leave to be paid back and owed. */
export function ReportsTable({ entries, t, format }: Props) {
  const advanced = entries.some(({ advance }) => advance !== '0');
  return (
    <Table
      named
      columns={[
        { label: t('expense.report.owner') },
        { label: t('audit.entity.expense_report') },
        { label: t('expense.report.own.total'), figure: true },
        { label: t('expense.report.personal.total'), figure: true },
        ...(advanced ? [{ label: t('expense.report.advance.total'), figure: true }] : []),
        { label: t('expense.report.balance'), figure: true }
      ]}
      rows={entries.map(({ id, title, owner, currency, own, personal, advance, balance }) => ({
        key: id,
        cells: [
          owner ?? '–',
          <Link key="report" href={`/workspace/expense-reports/${id}`}>
            {title}
          </Link>,
          format.money(own, currency),
          format.money(personal, currency),
          ...(advanced ? [format.money(advance, currency)] : []),
          format.money(balance, currency)
        ]
      }))}
    />
  );
}
