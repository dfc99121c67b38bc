import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { pageAsked } from '@/app/sdportal/answer-form';
import type { PageParams } from '@/app/sdportal/page-address';
import { type PageContext, pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { takeAnswer } from '@/app/sdportal/supplier-answers';
import { Message } from '@/app/sdportal/ui/message';
import { answerWith } from '@/lib/core/http/requests';
import { languageTag } from '@/lib/core/language/locales';
import type { RevealedCard } from '@/lib/money/purchasing/processors/processor';
import { SHOWN_SECONDS } from '@/lib/money/suppliers/links/limits';
import type { OrderedPurchase } from '@/lib/money/suppliers/links/open-link';
import { answerSupplier } from './actions';

interface Props {
  params: Promise<PageParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('supplier.page.title')} – ${brand.appName}`, robots: { index: false, follow: false } };
}

/**
 * The page behind the link in a supplier's mail (C1.006): it asks for the passphrase, then shows the order, and after a
 * press the card for a minute. It needs neither an account nor a script, and says the same of every link until then.
 */
export default personalPage(async ({ params }: Props) => {
  const page = await pageContext(params);
  const requestId = (await headers()).get('x-request-id') ?? '';
  const answer = takeAnswer(requestId);
  const { pathname, search } = new URL((await pageAsked()).url);
  answerWith(requestId, answer?.kind === 'wrong' ? answer.status : 200, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    // Hides the card again.
    ...(answer?.kind === 'card' && { refresh: `${SHOWN_SECONDS}; url=${pathname}${search}` })
  });
  if (answer?.kind === 'declined')
    return (
      <Message title={page.t('supplier.page.title')}>
        <p role="status">{page.t('supplier.page.declined')}</p>
      </Message>
    );
  if (answer?.kind === 'order') return <Order page={page} purchase={answer.purchase} card={null} />;
  if (answer?.kind === 'card') return <Order page={page} purchase={answer.purchase} card={answer.card} />;
  return <Door page={page} isWrong={answer?.kind === 'wrong'} />;
});

/** Asks for the passphrase. */
function Door({ page: { t }, isWrong }: { page: PageContext; isWrong: boolean }) {
  return (
    <div className="card">
      <h1>{t('supplier.page.title')}</h1>
      <p>{t('supplier.page.intro')}</p>
      {isWrong && (
        <div className="error-summary" role="alert">
          <p id="passphrase-error">{t('supplier.page.wrong')}</p>
        </div>
      )}
      <form action={answerSupplier}>
        <input type="hidden" name="act" value="open" />
        <div className="field" data-field="passphrase">
          <label htmlFor="passphrase">{t('supplier.page.passphrase')}</label>
          <input
            type="password"
            id="passphrase"
            name="passphrase"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            required
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? 'passphrase-error' : undefined}
          />
        </div>
        <div className="buttons">
          <button type="submit" className="primary">
            {t('supplier.page.open')}
          </button>
        </div>
      </form>
    </div>
  );
}

interface Ordered {
  page: PageContext;
  purchase: OrderedPurchase;
  /** Null until it is asked for. */
  card: RevealedCard | null;
}

/** The most invoices that the page names; the remittance brings all of them. */
const MOST_SHOWN = 100;

/** What is ordered, the card once it is asked for, and the way to decline. */
function Order({ page: { t, locale }, purchase, card }: Ordered) {
  const { company, number, limit, currency, lines, invoices, proof } = purchase;
  const tag = languageTag(locale);
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'code' });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <div className="card">
      <h1>{t('supplier.page.order', { company, number })}</h1>
      <p>
        {t('supplier.page.amount')}: <strong>{money.format(limit as unknown as number)}</strong>
      </p>
      <h2>{t('supplier.page.lines')}</h2>
      <ul>
        {lines.map(({ description, quantity }) => (
          <li key={description}>
            {new Intl.NumberFormat(tag).format(quantity as unknown as number)} × {description}
          </li>
        ))}
      </ul>
      {invoices.length > 0 && (
        <>
          <h2>{t('purchase.invoices')}</h2>
          <ul>
            {invoices.slice(0, MOST_SHOWN).map(({ number: invoice, date, amount, orderNumber }) => (
              <li key={invoice}>
                {[invoice, day.format(new Date(date)), money.format(amount as unknown as number), orderNumber]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
            {invoices.length > MOST_SHOWN && <li>+ {invoices.length - MOST_SHOWN}</li>}
          </ul>
        </>
      )}
      {card && (
        <div role="status">
          <p>
            {t('supplier.page.number')}: <strong>{card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</strong>
          </p>
          <p>
            {t('supplier.page.expiry')}: <strong>{card.expiry}</strong>
          </p>
          <p>
            {t('supplier.page.code')}: <strong>{card.code}</strong>
          </p>
        </div>
      )}
      <p>{t('supplier.page.hidden')}</p>
      <form action={answerSupplier}>
        <input type="hidden" name="act" value="show" />
        <input type="hidden" name="proof" value={proof} />
        <div className="buttons">
          <button type="submit" className="primary">
            {t('supplier.page.show')}
          </button>
        </div>
      </form>
      <form action={answerSupplier}>
        <input type="hidden" name="act" value="decline" />
        <input type="hidden" name="proof" value={proof} />
        <div className="field" data-field="reason">
          <label htmlFor="reason">{t('supplier.page.reason')}</label>
          <input type="text" id="reason" name="reason" maxLength={500} required autoComplete="off" />
        </div>
        <div className="buttons">
          <button type="submit" className="secondary">
            {t('supplier.page.decline')}
          </button>
        </div>
      </form>
    </div>
  );
}
