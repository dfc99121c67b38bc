import { copyLine } from '../../lib/core/database/copy-in';
import { checkDigit } from '../../lib/core/secrets/card-digits';
import { bankDay, DAY, Dates, dayWeight, isWeekend } from './calendar';
import { COUNTRIES, type Country } from './data/countries';
import { CASH, CATEGORIES, type Category, PROFILE_ACTIVITY, PROFILES } from './data/spending';
import { type Merchant, Merchants } from './merchants';
import { billed, containedTax, conversionRate, priced, written } from './money';
import type { Desk } from './people';
import { Progress } from './progress';
import { type Chance, chanceOf, drawnId, mix, shared, weighted } from './random';
import type { DemoAccount, DemoIssuer } from './structure';

/** The columns of the table transactions in the order of a row of the feed. */
export const TRANSACTION_COLUMNS = [
  ...['issuer_id', 'posting_date', 'id', 'company_id', 'account_id', 'source_reference', 'type', 'transaction_date'],
  ...['amount', 'currency', 'billed_amount', 'billed_currency', 'conversion_rate'],
  ...['merchant_id', 'merchant_name', 'merchant_city', 'merchant_region', 'merchant_country', 'merchant_category_code'],
  ...['tax_amount', 'tax_code', 'customer_code'],
  ...['state', 'expensed', 'reviewed_at', 'reviewed_by', 'approved_at', 'approved_by'],
  ...['exported_at', 'exported_by', 'exported_in', 'created_at']
];

/** An account as a spender. */
interface Spender {
  account: DemoAccount;
  desk: Desk;
  country: Country;
  /** Where trips go to. */
  destinations: readonly Country[];
  /** What its habits are drawn from. */
  habit: number;
}

/** How likely a week is a business trip, by profile. */
const TRIPS = PROFILES.map(
  (profile) => ({ traveller: 0.3, office: 0.04, field: 0.08, digital: 0.04, executive: 0.25 })[profile]
);

type Kind = 'purchase' | 'cash' | 'fee' | 'credit' | 'payment' | 'out_of_pocket';

export interface TransactionPlan {
  seed: number;
  /** Days since 1970: the first of the transactions, and the last that anything happened on. */
  firstDay: number;
  today: number;
  count: number;
}

/** What the sums in the database must be: billed amounts in the currency's smallest unit, by currency. */
export type Totals = Map<string, number>;

/** The world's transactions in the order of their dates, made one after the other; `totals` grows with them. */
export class TransactionFeed {
  readonly totals: Totals = new Map();
  private readonly chance: Chance;
  private readonly merchants: Merchants;
  private readonly dates: Dates;
  private readonly progress: Progress;
  private readonly spenders: Spender[];
  private readonly drawSpender: (chance: Chance) => number;
  /** By profile, on working days and then at weekends. */
  private readonly drawCategory: ((chance: Chance) => number)[];
  /** Purchases that may yet be refunded. */
  private readonly recent: { spender: Spender; merchant: Merchant; minor: number }[] = [];
  private readonly cashFees: Spender[] = [];
  private sequence = 0;

  constructor(
    private readonly plan: TransactionPlan,
    issuers: { issuer: DemoIssuer; deskOf: (account: DemoAccount) => Desk }[]
  ) {
    this.chance = chanceOf(plan.seed, 'transactions');
    this.merchants = new Merchants(plan.seed);
    this.dates = new Dates(plan.firstDay, plan.today);
    this.progress = new Progress(this.chance, plan.today, this.dates);
    this.spenders = issuers.flatMap(({ issuer, deskOf }) => {
      const destinations = destinationsOf(issuer);
      return issuer.companies.flatMap(({ accounts, country }) =>
        accounts.map((account) => ({
          account,
          desk: deskOf(account),
          country,
          destinations,
          habit: this.chance.bits()
        }))
      );
    });
    this.drawSpender = weighted(
      this.spenders.map(({ account }) => PROFILE_ACTIVITY[profileOf(account)] * Math.exp(this.chance.normal() * 0.8))
    );
    this.drawCategory = PROFILES.flatMap((_, profile) =>
      [false, true].map((atWeekend) =>
        weighted(CATEGORIES.map(({ weights, weekend }) => (weights[profile] as number) * (atWeekend ? weekend : 1)))
      )
    );
  }

  /** Lines of COPY's text format. */
  *rows(): Generator<string> {
    const { firstDay, today, count } = this.plan;
    const weights = Array.from({ length: today - firstDay }, (_, at) => dayWeight(firstDay + at));
    const counts = shared(count, weights);
    for (const [at, wanted] of counts.entries()) {
      for (let made = 0; made < wanted; made++) yield this.row(firstDay + at);
    }
  }

  private row(day: number): string {
    const { chance } = this;
    const fee = this.cashFees.pop();
    if (fee) return this.ownRow('fee', fee, day, 4, 'Cash advance fee');
    const refund = chance.happens(0.025) ? this.recent[Math.floor(chance.next() * this.recent.length)] : undefined;
    if (refund && isOpen(refund.spender.account, day)) {
      // In full, or for one thing of several.
      const part = chance.happens(0.6) ? 1 : 0.2 + chance.next() * 0.5;
      return this.merchantRow(
        'credit',
        refund.spender,
        day,
        refund.merchant,
        -Math.max(1, Math.round(refund.minor * part)),
        -1
      );
    }
    const spender = this.spender(day);
    const kind = this.kind(day);
    if (kind === 'fee')
      return this.ownRow(
        kind,
        spender,
        day,
        25,
        chance.one(['Annual fee', 'Late payment fee', 'Card replacement fee'])
      );
    if (kind === 'payment')
      return this.ownRow(kind, spender, day, 400 * Math.exp(chance.normal() * 0.9), 'Payment received');
    if (kind === 'out_of_pocket')
      return this.ownRow(
        kind,
        spender,
        day,
        18 * Math.exp(chance.normal() * 0.8),
        chance.one(['Tips', 'Parking meter', 'Bus ticket', 'Market stall', 'Toll'])
      );
    return this.purchaseRow(kind, spender, day);
  }

  private kind(day: number): Exclude<Kind, 'credit'> {
    const dayOfMonth = Number(this.dates.of(day).slice(8));
    const draw = this.chance.next();
    const fees = dayOfMonth === 1 ? 0.06 : 0.004;
    const payments = dayOfMonth >= 3 && dayOfMonth <= 6 ? 0.08 : 0.003;
    if (draw < fees) return 'fee';
    if (draw < fees + payments) return 'payment';
    if (draw < fees + payments + 0.012) return 'cash';
    return draw < fees + payments + 0.02 ? 'out_of_pocket' : 'purchase';
  }

  private spender(day: number): Spender {
    for (;;) {
      const spender = this.spenders[this.drawSpender(this.chance)] as Spender;
      if (isOpen(spender.account, day)) return spender;
    }
  }

  private purchaseRow(kind: 'purchase' | 'cash', spender: Spender, day: number): string {
    const { chance } = this;
    const { profile, city } = spender.account;
    const category = kind === 'cash' ? CASH : this.category(profile, day);
    // A week's trip has one destination.
    const week = mix(spender.habit, Math.floor((day + 4) / 7));
    const isAway = (week & 0xffff) / 65536 < (TRIPS[profile] as number);
    const away = spender.destinations[(week >>> 16) % spender.destinations.length] as Country;
    const isAbroad = isAway && category.reach === 'city' && chance.happens(0.8);
    const country = isAbroad ? away : spender.country;
    const merchants = this.merchants.near(
      category,
      country,
      isAbroad ? (week >>> 8) % Math.min(5, away.cities.length) : city
    );
    // People go where they have been; the others are met the more rarely the further down the list.
    const usual = mix(spender.habit, Number(category.code) * 4 + chance.between(0, 2));
    const draw = chance.happens(0.6) ? usual / 4294967296 : chance.next();
    const merchant = merchants[Math.floor(draw * draw * merchants.length)] as Merchant;
    const minor = this.amount(category, merchant, spender);
    if (kind === 'cash') this.cashFees.push(spender);
    else this.recent[this.sequence % 2000] = { spender, merchant, minor };
    const isDomestic = country === spender.country && category.reach !== 'world';
    return this.merchantRow(kind, spender, day, merchant, minor, isDomestic ? category.rate : -1);
  }

  private category(profile: number, day: number): Category {
    const draw = this.drawCategory[profile * 2 + Number(isWeekend(day))] as (chance: Chance) => number;
    return CATEGORIES[draw(this.chance)] as Category;
  }

  private amount(category: Category, { id, country, prices }: Merchant, { habit }: Spender): number {
    const { chance } = this;
    if (category.ending === 'monthly') {
      // The same every month: it hangs on who pays whom.
      const own = chanceOf(habit, id);
      return priced(category.median * Math.exp(own.normal() * category.spread), country.currency, 'price', own);
    }
    const dollars = category.median * country.prices * prices * Math.exp(chance.normal() * category.spread);
    return priced(dollars, country.currency, category.ending, chance);
  }

  private merchantRow(
    kind: Kind,
    spender: Spender,
    day: number,
    merchant: Merchant,
    minor: number,
    taxRate: number
  ): string {
    const { chance } = this;
    const { tax, currency } = merchant.country;
    const own = spender.country.currency;
    const rate = conversionRate(currency, own, day);
    const billedMinor = billed(minor, currency, rate, own);
    const percent =
      taxRate >= 0 && tax && chance.happens(0.75) ? tax.rates[Math.min(taxRate, tax.rates.length - 1)] : undefined;
    const taxed =
      percent === undefined
        ? '\\N\t\\N'
        : `${written(containedTax(billedMinor, percent), own)}\t${tax?.prefix}${percent}`;
    const hasCode = kind === 'purchase' && chance.happens(profileOf(spender.account) === 'office' ? 0.3 : 0.08);
    const customerCode = hasCode ? `PO-${chance.between(10_000, 99_999)}` : '\\N';
    const amounts = `${written(minor, currency)}\t${currency}\t${this.counted(billedMinor, own)}\t${own}\t${rate}`;
    // Days until it is posted.
    const posting = day + chance.between(1, 3);
    return this.finished(kind, spender, day, posting, `${amounts}\t${merchant.columns}\t${taxed}\t${customerCode}`);
  }

  /** What is between the account and its bank, or paid in cash. */
  private ownRow(
    kind: 'fee' | 'payment' | 'out_of_pocket',
    spender: Spender,
    day: number,
    dollars: number,
    name: string
  ): string {
    const own = spender.country.currency;
    const ending = ({ fee: 'whole', payment: 'exact', out_of_pocket: 'price' } as const)[kind];
    const minor = priced(dollars, own, ending, this.chance) * (kind === 'payment' ? -1 : 1);
    const amounts = `${written(minor, own)}\t${own}\t${this.counted(minor, own)}\t${own}\t1`;
    return this.finished(
      kind,
      spender,
      day,
      day,
      `${amounts}\t${copyLine([null, name, null, null, null, null, null, null, null])}`
    );
  }

  private counted(minor: number, currency: string): string {
    this.totals.set(currency, (this.totals.get(currency) ?? 0) + minor);
    return written(minor, currency);
  }

  private finished(kind: Kind, { account, desk }: Spender, day: number, earliest: number, amounts: string): string {
    const { chance, dates, plan } = this;
    const { node, company, issuerId } = account;
    const posting = Math.min(bankDay(earliest), plan.today);
    const date = dates.of(posting);
    const id = drawnId(chance, posting * DAY + 4 * 3_600_000 + chance.between(0, 1_799_999));
    const reference = this.reference(account.cardNumber.slice(0, 6), date, posting);
    const progress = this.progress.of(company.node.id, desk, posting);
    return (
      `${issuerId}\t${date}\t${id}\t${company.node.id}\t${node.id}\t${reference}\t${kind}\t${dates.of(day)}` +
      `\t${amounts}\t${progress}\t${date} 04:40:00+00`
    );
  }

  /** An acquirer's reference: 23 digits with the day of the year and a number of their own. */
  private reference(bin: string, date: string, day: number): string {
    const year = Number(date.slice(0, 4));
    const dayOfYear = day - Math.floor(Date.UTC(year, 0, 1) / DAY) + 1;
    const digits = `7${bin}${year % 10}${String(dayOfYear).padStart(3, '0')}${String(++this.sequence).padStart(11, '0')}`;
    return digits + checkDigit(digits);
  }
}

const profileOf = ({ profile }: DemoAccount) => PROFILES[profile] as (typeof PROFILES)[number];

function isOpen({ opened, closed }: DemoAccount, day: number): boolean {
  return opened <= day && (closed === null || day < closed);
}

/** An issuer's destinations, each as often as its weight. */
function destinationsOf({ plan }: DemoIssuer): Country[] {
  return Object.entries(plan.destinations).flatMap(([code, weight]) => {
    const country = COUNTRIES.find((one) => one.code === code) as Country;
    return Array.from({ length: weight }, () => country);
  });
}
