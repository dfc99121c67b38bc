import type { Translate } from '@/lib/core/texts';
import type { Feed, FeedTotal } from '@/lib/feeds/feeds';
import { OUTCOMES } from '@/lib/feeds/feeds';
import type { Formats } from '../ui/formats';

interface Props {
  feed: Feed;
  totals: FeedTotal[];
  t: Translate;
  format: Formats;
}

/** Rows and sums by what became of them, for each currency, and what the file's trailer says. */
export function Reconciliation({ feed: { rowCount, trailer }, totals, t, format }: Props) {
  const amount = (value: string | null | undefined, currency: string) =>
    value === null || value === undefined
      ? '–'
      : currency
        ? format.money(value, currency)
        : format.number(Number(value));
  const lines = OUTCOMES.flatMap((outcome) => totals.filter((total) => total.outcome === outcome));
  const hasTrailer = Object.keys(trailer).length > 0;
  return (
    <section className="panel" aria-labelledby="reconciliation-heading">
      <h2 id="reconciliation-heading">{t('feed.reconciliation')}</h2>
      <div className="feed-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('feed.outcome')}</th>
              <th scope="col">{t('feed.currency')}</th>
              {['rows', 'debit', 'credit'].map((name) => (
                <th key={name} scope="col" className="amount">
                  {t(`feed.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hasTrailer && (
              <tr>
                <th scope="row">{t('feed.outcome.trailer')}</th>
                <td>–</td>
                <td className="amount">{trailer.count ?? '–'}</td>
                <td className="amount">{amount(trailer.debit ?? trailer.net, '')}</td>
                <td className="amount">{amount(trailer.credit, '')}</td>
              </tr>
            )}
            <tr>
              <th scope="row">{t('feed.outcome.read')}</th>
              <td>–</td>
              <td className="amount">{rowCount === null ? '–' : format.number(rowCount)}</td>
              <td className="amount">–</td>
              <td className="amount">–</td>
            </tr>
            {lines.map(({ outcome, currency, rows, debit, credit }) => (
              <tr key={`${outcome} ${currency}`}>
                <th scope="row">{t(`feed.outcome.${outcome}`)}</th>
                <td>{currency || '–'}</td>
                <td className="amount">{format.number(rows)}</td>
                <td className="amount">{amount(debit, currency)}</td>
                <td className="amount">{amount(credit, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
