import type { Translate } from '@/lib/core/language/texts';
import type { Feed, FeedTotal } from '@/lib/money/feeds/feeds';
import { OUTCOMES } from '@/lib/money/feeds/feeds';
import type { Formats } from '../ui/formats';
import { Table } from '../ui/table';

interface Props {
  feed: Feed;
  totals: FeedTotal[];
  t: Translate;
  format: Formats;
}

/** Rows and sums by outcome for each currency, compared with the file's trailer. */
export function Reconciliation({ feed: { rowCount, trailer }, totals, t, format }: Props) {
  const amount = (value: string | null | undefined, currency: string) =>
    value === null || value === undefined
      ? '–'
      : currency
        ? format.money(value, currency)
        : format.number(Number(value));
  const lines = OUTCOMES.flatMap((outcome) => totals.filter((total) => total.outcome === outcome));
  const hasTrailer = Object.keys(trailer).length > 0;
  const fromTrailer = {
    key: 'trailer',
    cells: [
      t('feed.outcome.trailer'),
      '–',
      trailer.count ?? '–',
      amount(trailer.debit ?? trailer.net, ''),
      amount(trailer.credit, '')
    ]
  };
  return (
    <section className="panel" aria-labelledby="reconciliation-heading">
      <h2 id="reconciliation-heading">{t('feed.reconciliation')}</h2>
      <Table
        named
        columns={[
          { label: t('feed.outcome') },
          { label: t('feed.currency') },
          ...(['rows', 'debit', 'credit'] as const).map((name) => ({ label: t(`feed.${name}`), figure: true }))
        ]}
        rows={[
          ...(hasTrailer ? [fromTrailer] : []),
          {
            key: 'read',
            cells: [t('feed.outcome.read'), '–', rowCount === null ? '–' : format.number(rowCount), '–', '–']
          },
          ...lines.map(({ outcome, currency, rows, debit, credit }) => ({
            key: `${outcome} ${currency}`,
            cells: [
              t(`feed.outcome.${outcome}`),
              currency || '–',
              format.number(rows),
              amount(debit, currency),
              amount(credit, currency)
            ]
          }))
        ]}
      />
    </section>
  );
}
