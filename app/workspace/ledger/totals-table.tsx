import type { Translate } from '@/lib/core/language/texts';
import type { CurrencyTotal } from '@/lib/money/ledger/booked';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  totals: readonly CurrencyTotal[];
  t: Translate;
  format: Formats;
}

/** The number and the sum of the transactions in each currency. */
export function TotalsTable({ totals, t, format }: Props) {
  return (
    <Table
      named
      cards={false}
      columns={[
        { label: t('currency') },
        { label: t('ledger.count'), figure: true },
        { label: t('ledger.total'), figure: true }
      ]}
      rows={totals.map(({ currency, count, amount }) => ({
        key: currency,
        cells: [currency, format.number(count), format.money(amount, currency)]
      }))}
    />
  );
}
