import type { ReactNode } from 'react';
import type { MerchantCategory } from '@/lib/core/entry/merchant-categories';
import { SPEND_BY, type SpendBy } from '@/lib/money/transactions/spend';
import { Avatar } from '../../ui/avatar';
import { CategoryIcon } from '../../ui/category-icon';
import { Link } from '../../ui/link';
import { ShareBar } from '../../ui/share-bar';
import { Table } from '../../ui/table';
import { rowName } from './row-name';
import { daysOf, filterOf, spendAddress, transactionsBehind } from './spend-addresses';
import { Change } from './spend-change';
import type { SpendPart } from './spend-part';
import { type SpendRow, shareOf } from './spend-sheet';

interface Props extends SpendPart {
  /** What the place's transactions are told by; of one account, persons and places are the same. */
  offered: readonly SpendBy[];
  /** The heading of places: companies, or departments within one. */
  placeLabel: string;
}

/** The spending by category, merchant, person or place, with each one's share of the total. */
export function SpendRows({ sheet, asked, page: { t, format, locale }, offered, placeLabel }: Props) {
  const { currency, rows, total } = sheet;
  const label = (by: SpendBy) => (by === 'place' ? placeLabel : t(`spend.by.${by}`));
  const behind = (row: SpendRow) => {
    const filter = filterOf(asked.by, row);
    const at = { node: asked.node, currency };
    return filter && transactionsBehind(at, { ...filter, ...daysOf(asked.months) });
  };
  return (
    <section className="panel" aria-labelledby="spend-by">
      <h2 id="spend-by" className="visually-hidden">
        {label(asked.by)}
      </h2>
      <nav className="page-tabs" aria-label={t('spend.by')}>
        {SPEND_BY.filter((by) => offered.includes(by)).map((by) => (
          <Link key={by} href={spendAddress(asked, { by })} aria-current={by === asked.by ? 'page' : undefined}>
            {label(by)}
          </Link>
        ))}
      </nav>
      <Table
        named
        cards={false}
        columns={[
          { label: label(asked.by) },
          { label: t('spend.share'), className: 'spend-share' },
          { label: t('spend.amount'), figure: true },
          { label: t('spend.previous'), figure: true, className: 'spend-less' },
          { label: t('spend.change'), figure: true, className: 'spend-less' },
          { label: t('spend.count'), figure: true, className: 'spend-less' }
        ]}
        rows={rows.map((row) => ({
          key: row.isRest ? 'rest' : `key ${row.key}`,
          cells: [
            <RowHead key="name" row={row} asked={asked} name={rowName(t, asked.by, row)} href={behind(row)} />,
            <Share key="share" percent={shareOf(row.amount, total.amount)} text={format.percent} />,
            format.shortMoney(row.amount, currency),
            format.shortMoney(row.previous, currency),
            <Change key="change" figures={row} locale={locale} />,
            <CountLink key="count" href={behind(row)} label={`${t('spend.count')}: ${rowName(t, asked.by, row)}`}>
              {format.number(row.count)}
            </CountLink>
          ]
        }))}
        foot={[
          t('spend.total'),
          null,
          format.shortMoney(total.amount, currency),
          format.shortMoney(total.previous, currency),
          <Change key="change" figures={total} locale={locale} />,
          format.number(total.count)
        ]}
      />
    </section>
  );
}

/** The name of a row with its face. A place leads to its own spending, everything else to its transactions. */
function RowHead({
  row,
  asked,
  name,
  href
}: {
  row: SpendRow;
  asked: SpendPart['asked'];
  name: string;
  href: string | null;
}) {
  const opens = asked.by === 'place' && row.key && !row.isAccount;
  const to = opens ? spendAddress(asked, { node: row.key, by: 'category' }) : href;
  return (
    <span className="spend-name">
      {asked.by === 'category' && row.key && <CategoryIcon category={row.key as MerchantCategory} />}
      {asked.by === 'person' && row.key && <Avatar name={name} size="small" />}
      {to ? <Link href={to}>{name}</Link> : name}
    </span>
  );
}

function Share({ percent, text }: { percent: number | null; text: (value: number) => string }) {
  if (percent === null) return '–';
  return (
    <span className="spend-part">
      <ShareBar percent={percent} />
      <span>{text(percent)}</span>
    </span>
  );
}

const CountLink = ({ href, label, children }: { href: string | null; label: string; children: ReactNode }) =>
  href ? (
    <Link href={href} aria-label={`${label}: ${children}`}>
      {children}
    </Link>
  ) : (
    children
  );
