import { Decimal } from '@prisma/client/runtime/index-browser';
import { languageTag } from '@/lib/core/language/locales';
import { signedIn } from '../signed-in';
import { Link } from '../ui/link';
import { ownSpend } from './own-spend';

const SPEND = '/workspace/transactions/spend';

/** The spending of each of twelve months. */
export async function MonthsCard() {
  const [{ t, format, locale }, spend] = await Promise.all([signedIn(), ownSpend()]);
  if (!spend) return null;
  const { currency, months } = spend;
  const money = (amount: Decimal) => format.shortMoney(amount, currency);
  const top = Decimal.max(0, ...months.map(({ amount }) => amount));
  return (
    <section className="panel home-months" aria-labelledby="home-months">
      <div className="home-head">
        <h2 id="home-months">{t('home.months')}</h2>
        <Link href={SPEND}>{t('home.spend.open')}</Link>
      </div>
      <ol className="month-bars">
        {months.map(({ month, amount }, index) => (
          <li key={month} className={index === months.length - 1 ? 'month-bar month-bar-now' : 'month-bar'}>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
              <rect x={0} width={10} y={100 - heightOf(amount, top)} height={heightOf(amount, top)} />
            </svg>
            <span aria-hidden="true">{narrowMonth(month, languageTag(locale))}</span>
            <span className="visually-hidden">{`${format.month(`${month}-01`)}: ${money(amount)}`}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Of 100: a month with little spending is still seen. */
const heightOf = (amount: Decimal, top: Decimal) => (amount.gt(0) ? Math.max(2, amount.div(top).toNumber() * 100) : 0);

const narrowMonth = (month: string, tag: string) =>
  new Intl.DateTimeFormat(tag, {
    month: tag.startsWith('ja') || tag.startsWith('zh') ? 'numeric' : 'narrow',
    timeZone: 'UTC'
  })
    .format(new Date(`${month}-01`))
    .replace(/[月]/, '');
