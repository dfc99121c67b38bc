import { minorDigits } from '../../core/entry/currency';
import { type Locale, languageTag } from '../../core/language/locales';
import type { Translate } from '../../core/language/texts';
import { type Column, wordOfChoice } from '../listing/listing';

/** Values as people read them in one language and one time zone. */
export interface Printed {
  /** A business date, `2026-02-28`, or that day at midnight UTC. */
  day: (day: Date | string) => string;
  /** A month, `2026-02`. */
  month: (month: string) => string;
  instant: (at: Date) => string;
  number: (decimal: string) => string;
  /** An exact amount with its currency. */
  money: (amount: string, currency: string) => string;
  /** A value of a row by its column; an amount with its currency. */
  value: (name: string, column: Column, row: Readonly<Record<string, unknown>>) => string;
}

/** How a reader of a language prints values. */
export function printedIn(locale: Locale, timeZone: string, t: Translate): Printed {
  const tag = languageTag(locale);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const instant = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone
  });
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 9 });
  const amounts = new Map<string, Intl.NumberFormat>();
  const amountFormat = (currency: string) => {
    const digits = minorDigits(currency);
    const format = new Intl.NumberFormat(tag, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(digits, 4)
    });
    amounts.set(currency, format);
    return format;
  };
  const printed: Printed = {
    day: (value) => day.format(new Date(value)),
    month: (value) => month.format(new Date(value)),
    instant: (at) => instant.format(at),
    // A decimal string is formatted exactly (ECMA-402, Intl.NumberFormat v3).
    number: (decimal) => number.format(decimal as `${number}`),
    money: (amount, currency) => (amounts.get(currency) ?? amountFormat(currency)).format(amount as `${number}`),
    value(name, column, row) {
      const value = row[name];
      if (value === null || value === undefined) return '';
      switch (column.type) {
        case 'date':
          return printed.day(value as Date);
        case 'month':
          return printed.month(String(value));
        case 'date-time':
          return printed.instant(value as Date);
        case 'number':
          return printed.number(String(value));
        case 'money':
          return printed.money(String(value), String(row[`${name}Currency`]));
        case 'boolean':
          return t(value ? 'yes' : 'no');
        case 'choice':
          return wordOfChoice(t, column, value);
        default:
          return String(value);
      }
    }
  };
  return printed;
}
