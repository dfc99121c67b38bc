import { minorDigits } from '@/lib/core/entry/currency';
import { type Locale, languageTag } from '@/lib/core/language/locales';

/** The formats of dates, numbers and money for one user: the user's language, the issuer's time zone. */
export interface Formats {
  /** A business date, which has no time zone; `2026-02-28`, or that day at midnight UTC. */
  date: (day: Date | string) => string;
  /** A month, named by any of its days. */
  month: (day: string) => string;
  dateTime: (at: Date) => string;
  number: (value: number | bigint) => string;
  /** An exact percentage: `33.33` for a third. */
  percent: (value: { toString(): string }) => string;
  /** An exact amount with its ISO 4217 currency. */
  money: (amount: { toString(): string }, currency: string) => string;
  /** The same with the currency's usual symbol, for places where all amounts have one currency. */
  shortMoney: (amount: { toString(): string }, currency: string) => string;
  /** The same without the currency, for columns whose heading has it. */
  amount: (amount: { toString(): string }, currency: string) => string;
  /** A price of one unit, with up to four decimals. */
  rate: (amount: { toString(): string }, currency: string) => string;
  /** An exact distance with its unit. */
  distance: (value: string, unit: DistanceUnit) => string;
  /** The sign of a unit of distance: `km`. */
  distanceUnit: (unit: DistanceUnit) => string;
}

type DistanceUnit = 'kilometer' | 'mile';

const kept = new Map<string, Formats>();

/** The formats of a locale and a time zone, cached because creating them is slow. */
export function formatsOf(locale: Locale, timeZone: string): Formats {
  const key = `${locale}/${timeZone}`;
  let formats = kept.get(key);
  if (!formats) {
    formats = makeFormats(languageTag(locale), timeZone);
    kept.set(key, formats);
  }
  return formats;
}

function makeFormats(tag: string, timeZone: string): Formats {
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const instant = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 15 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 6 });
  const money = moneyFormats(tag, (currency) => ({ style: 'currency', currency, currencyDisplay: 'code' }));
  const shortMoney = moneyFormats(tag, (currency) => ({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol'
  }));
  const amount = moneyFormats(tag, () => ({}));
  const rate = moneyFormats(tag, (currency) => ({ style: 'currency', currency, currencyDisplay: 'code' }), RATE_DIGITS);
  const distances = (unit: DistanceUnit) => new Intl.NumberFormat(tag, { style: 'unit', unit });
  const distance = { kilometer: distances('kilometer'), mile: distances('mile') };
  return {
    date: (value) => day.format(new Date(value)),
    month: (value) => month.format(new Date(value)),
    dateTime: (value) => instant.format(value),
    number: (value) => number.format(value),
    percent: (value) => percent.format(`${value}e-2` as `${number}`),
    money,
    shortMoney,
    amount,
    rate,
    distance: (value, unit) => distance[unit].format(value as `${number}`),
    distanceUnit: (unit) => distance[unit].formatToParts(1).find(({ type }) => type === 'unit')?.value ?? ''
  };
}

/** The most decimals of a price of one unit. */
const RATE_DIGITS = 4;

/** Formats exact amounts with the digits of their currency, or with up to so many. */
function moneyFormats(tag: string, style: (currency: string) => Intl.NumberFormatOptions, most = 0): Formats['money'] {
  const currencies = new Map<string, Intl.NumberFormat>();
  return (amount, currency) => {
    let format = currencies.get(currency);
    if (!format) {
      const digits = minorDigits(currency);
      format = new Intl.NumberFormat(tag, {
        ...style(currency),
        minimumFractionDigits: digits,
        maximumFractionDigits: Math.max(digits, most)
      });
      currencies.set(currency, format);
    }
    // A decimal string is formatted exactly (ECMA-402, Intl.NumberFormat v3).
    return realMinus(format.format(amount.toString() as `${number}`));
  };
}

/** Typesets a minus sign; some locales' data have a hyphen. */
const realMinus = (text: string) => text.replace('-', '\u2212');
