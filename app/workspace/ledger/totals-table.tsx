import type { Translate } from '@/lib/core/texts';
import type { CurrencyTotal } from '@/lib/ledger/booked';
import type { Formats } from '../ui/formats';

/** How many transactions of each currency, and what they come to. */
export function TotalsTable({
  totals,
  t,
  format
}: {
  totals: readonly CurrencyTotal[];
  t: Translate;
  format: Formats;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that can be scrolled has to be reached by the keyboard
    <section className="ledger-table" aria-label={t('ledger.totals')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('currency')}</th>
            <th scope="col" className="amount">
              {t('ledger.count')}
            </th>
            <th scope="col" className="amount">
              {t('ledger.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ currency, count, amount }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td className="amount">{format.number(count)}</td>
              <td className="amount">{format.money(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
