import type { ReactNode } from 'react';
import { MERCHANT_CATEGORY_CODES } from '@/lib/core/entry/merchant-category-codes';
import type { Translate } from '@/lib/core/language/texts';
import type { Months, SpendLine } from '@/lib/money/transactions/spend';
import { Bar, ColumnChart } from '../../ui/column-chart';
import type { Formats } from '../../ui/formats';
import { Table } from '../../ui/table';
import { monthsOf } from './months';

interface Props {
  /** Of one currency. */
  lines: readonly SpendLine[];
  currency: string;
  months: Months;
  /** The address of the page for another part of the company. */
  hrefOf: (nodeId: string) => string;
  t: Translate;
  format: Formats;
}

/** The number of rows in a table; smaller ones are summed in one row. */
const MOST = 20;

interface Row {
  key: string;
  label: ReactNode;
  count: number;
  amount: number;
}

/** Sums for display: amounts beyond 2^53 minor units lose their last digits here only. */
const sum = (rows: readonly { count: number; amount: number }[]) => ({
  count: rows.reduce((total, { count }) => total + count, 0),
  amount: rows.reduce((total, { amount }) => total + amount, 0)
});

/** Spending by month, merchant category and part, as charts and tables. */
export function SpendTables({ lines, currency, months, hrefOf, t, format }: Props) {
  const by = (dimension: SpendLine['by']) => lines.filter((line) => line.by === dimension);
  const money = (amount: number) => format.money(amount.toFixed(2), currency);
  const rowsOf = (lines: readonly SpendLine[], label: (line: SpendLine) => ReactNode): Row[] =>
    lines.map((line) => ({
      key: line.key ?? '',
      label: label(line),
      count: line.count,
      amount: Number(line.amount)
    }));
  const table = (heading: string, rows: Row[]) => (
    <SpendTable heading={heading} rows={withOthers(rows, t('spend.others'))} money={money} t={t} format={format} />
  );
  const byMonth = new Map(by('month').map((line) => [line.key, line]));
  const monthly: Row[] = monthsOf(months).map((month) => ({
    key: month,
    label: format.month(`${month}-01`),
    count: byMonth.get(month)?.count ?? 0,
    amount: Number(byMonth.get(month)?.amount ?? 0)
  }));
  return (
    <>
      <section className="panel" aria-labelledby="by-month">
        <h2 id="by-month">{t('spend.by.month')}</h2>
        <ColumnChart
          title={t('spend.chart', { currency })}
          columns={monthly.map(({ label, amount }) => ({ label: String(label), value: amount, text: money(amount) }))}
        />
        <SpendTable heading={t('spend.month')} rows={monthly} money={money} t={t} format={format} />
      </section>
      <section className="panel" aria-labelledby="by-category">
        <h2 id="by-category">{t('spend.by.category')}</h2>
        {table(
          t('transaction.merchant.category'),
          rowsOf(by('category'), ({ key }) =>
            key === null ? t('spend.no.category') : `${key} – ${MERCHANT_CATEGORY_CODES[key] ?? ''}`
          )
        )}
      </section>
      <section className="panel" aria-labelledby="by-unit">
        <h2 id="by-unit">{t('spend.by.unit')}</h2>
        {table(
          t('spend.unit'),
          rowsOf(by('unit'), ({ key, name, isAccount }) =>
            key === null ? t('spend.moved') : isAccount ? name : <a href={hrefOf(key)}>{name}</a>
          )
        )}
      </section>
    </>
  );
}

/** The largest rows and the sum of the others. */
function withOthers(rows: Row[], label: string): Row[] {
  if (rows.length <= MOST + 1) return rows;
  return [...rows.slice(0, MOST), { key: 'others', label, ...sum(rows.slice(MOST)) }];
}

function SpendTable({
  heading,
  rows,
  money,
  t,
  format
}: {
  heading: string;
  rows: readonly Row[];
  money: (amount: number) => string;
  t: Translate;
  format: Formats;
}) {
  const most = Math.max(0, ...rows.map(({ amount }) => amount));
  const total = sum(rows);
  return (
    <Table
      label={heading}
      named
      cards={false}
      columns={[
        { label: heading },
        { label: t('spend.share'), className: 'share' },
        { label: t('spend.count'), figure: true, className: 'count' },
        { label: t('spend.amount'), figure: true }
      ]}
      rows={rows.map(({ key, label, count, amount }) => ({
        key,
        cells: [label, <Bar key="share" value={amount} most={most} />, format.number(count), money(amount)]
      }))}
      foot={[t('spend.total'), null, format.number(total.count), money(total.amount)]}
    />
  );
}
