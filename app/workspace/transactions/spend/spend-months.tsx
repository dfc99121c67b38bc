import type { Decimal } from '@prisma/client/runtime/index-browser';
import { languageTag } from '@/lib/core/language/locales';
import { ColumnChart } from '../../ui/column-chart';
import { Link } from '../../ui/link';
import { Table } from '../../ui/table';
import { rowName } from './row-name';
import { daysOf, filterOf, transactionsBehind } from './spend-addresses';
import { Change } from './spend-change';
import type { SpendPart } from './spend-part';
import { changeOf } from './spend-sheet';

/** The rows that have a colour; the others are drawn as one. */
const DRAWN = 5;

/** The spending by month against the months before: a total, a chart, and the same figures as a table. */
export function SpendMonths({ sheet, asked, page: { t, format, locale } }: SpendPart) {
  const { currency, total, months } = sheet;
  const behind = { node: asked.node, currency };
  const drawn = sheet.rows.filter(({ isRest, amount }) => !isRest && amount.gt(0)).slice(0, DRAWN);
  const hasOthers = drawn.length < sheet.rows.length;
  const tag = languageTag(locale);
  const short = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' });
  const columns = months.map(({ month, previousMonth, amount, previous }) => {
    const days = daysOf({ from: month, to: month });
    const parts = drawn.map((row) => row.months.get(month));
    const rest = parts.reduce<Decimal>((left, part) => (part ? left.sub(part) : left), amount);
    return {
      short: short.format(new Date(`${month}-01`)),
      label: format.month(`${month}-01`),
      amounts: [...parts.map((part) => part?.toString() ?? '0'), ...(hasOthers ? [rest.toString()] : [])],
      total: amount.toString(),
      previous: previous.toString(),
      previousLabel: format.month(`${previousMonth}-01`),
      hrefs: drawn.map((row) => {
        const filter = filterOf(asked.by, row);
        return filter && transactionsBehind(behind, { ...filter, ...days });
      })
    };
  });
  return (
    <section className="panel" aria-labelledby="by-month">
      <h2 id="by-month">{t('spend.by.month')}</h2>
      <p className="spend-total">
        <span className="spend-figure">{format.shortMoney(total.amount, currency)}</span>
        {changeOf(total) !== null && (
          <span className="muted">
            <Change figures={total} locale={locale} />{' '}
            {t('spend.against', { amount: format.shortMoney(total.previous, currency) })}
          </span>
        )}
      </p>
      <ColumnChart
        title={t('spend.chart', { currency })}
        series={[...drawn.map((row) => rowName(t, asked.by, row)), ...(hasOthers ? [t('spend.others')] : [])]}
        columns={columns}
        currency={currency}
        language={tag}
        texts={{ total: t('spend.total'), previous: t('spend.previous') }}
      />
      <details className="spend-table">
        <summary>{t('spend.table')}</summary>
        <Table
          label={t('spend.table')}
          named
          cards={false}
          columns={[
            { label: t('spend.month') },
            { label: t('spend.amount'), figure: true },
            { label: t('spend.previous'), figure: true, className: 'spend-less' },
            { label: t('spend.change'), figure: true },
            { label: t('spend.count'), figure: true, className: 'spend-less' }
          ]}
          rows={months.map((one) => ({
            key: one.month,
            cells: [
              <Link key="month" href={transactionsBehind(behind, daysOf({ from: one.month, to: one.month }))}>
                {format.month(`${one.month}-01`)}
              </Link>,
              format.shortMoney(one.amount, currency),
              format.shortMoney(one.previous, currency),
              <Change key="change" figures={one} locale={locale} />,
              format.number(one.count)
            ]
          }))}
          foot={[
            t('spend.total'),
            format.shortMoney(total.amount, currency),
            format.shortMoney(total.previous, currency),
            <Change key="change" figures={total} locale={locale} />,
            format.number(total.count)
          ]}
        />
      </details>
    </section>
  );
}
