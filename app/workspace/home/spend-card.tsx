import type { Decimal } from '@prisma/client/runtime/index-browser';
import { languageTag } from '@/lib/core/language/locales';
import { signedIn } from '../signed-in';
import { daysOf, transactionsBehind } from '../transactions/spend/spend-addresses';
import { Link } from '../ui/link';
import { ownSpend } from './own-spend';
import { type SpendSums, sumOf } from './spend-sums';

/** A month that is this many times the last one has no percentage. */
const MOST_CHANGE = 10;

/** This month's spending, which leads to its transactions (C2.053D), against the last one, by category. */
export async function SpendCard() {
  const [{ t, format, locale }, spend] = await Promise.all([signedIn(), ownSpend()]);
  if (!spend) return null;
  const { currency, current, previous, categories, months } = spend;
  const month = months.at(-1)?.month;
  const money = (amount: Decimal) => format.shortMoney(amount, currency);
  // Against next to nothing a percentage says nothing.
  const isAlike = previous.gt(0) && current.lt(previous.mul(MOST_CHANGE));
  const change = isAlike ? current.sub(previous).div(previous).toNumber() : null;
  const percent = new Intl.NumberFormat(languageTag(locale), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero'
  });
  const whole = sumOf(categories);
  return (
    <section className="panel home-spend" aria-labelledby="home-spend">
      <h2 id="home-spend" className="home-label">
        {t('home.spend')}
      </h2>
      <p className="home-figure">
        {month ? (
          <Link
            id="home-spent"
            href={transactionsBehind({ node: null, currency }, daysOf({ from: month, to: month }))}
            aria-labelledby="home-spend home-spent"
          >
            {money(current)}
          </Link>
        ) : (
          money(current)
        )}
      </p>
      {change !== null && (
        <p className="hint">{t('home.spend.change', { change: percent.format(change), amount: money(previous) })}</p>
      )}
      {whole.gt(0) && <ShareBar categories={categories} whole={whole} />}
      <ul className="home-categories">
        {categories.map(({ category, amount }, index) => (
          <li key={category}>
            <span className={`home-dot home-share-${category === 'rest' ? 'rest' : index}`} aria-hidden="true" />
            <span>{t(`merchant.category.${category}`)}</span>
            <span className="home-amount">{money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The share of each category, beside each other; the list below has the figures. */
function ShareBar({ categories, whole }: { categories: SpendSums['categories']; whole: Decimal }) {
  let x = 0;
  return (
    <svg className="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {categories.map(({ category, amount }, index) => {
        const width = amount.div(whole).toNumber() * 100;
        x += width;
        return (
          <rect
            key={category}
            className={`home-share-${category === 'rest' ? 'rest' : index}`}
            x={x - width}
            width={width}
            height={8}
          />
        );
      })}
    </svg>
  );
}
