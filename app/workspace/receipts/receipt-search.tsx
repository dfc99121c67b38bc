import type { Translate } from '@/lib/core/language/texts';
import { Link } from '../ui/link';
import { find } from './actions';

/** The search of the box by what its receipts say; `q`: what was searched last. */
export function ReceiptSearch({ t, q }: { t: Translate; q: string }) {
  return (
    <search aria-label={t('receipt.search')}>
      <form action={find} className="receipt-search">
        <div className="field">
          <label htmlFor="receipt-q">{t('receipt.search')}</label>
          <input
            id="receipt-q"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            autoComplete="off"
            aria-describedby="receipt-q-hint"
          />
          <p id="receipt-q-hint" className="hint">
            {t('receipt.search.hint')}
          </p>
        </div>
        <button type="submit">{t('search.button')}</button>
        {q && (
          <Link className="button" href="/workspace/receipts">
            {t('receipt.search.all')}
          </Link>
        )}
      </form>
    </search>
  );
}
