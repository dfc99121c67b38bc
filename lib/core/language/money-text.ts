import { minorDigits } from '../entry/currency';
import { type Locale, languageTag } from './locales';

/** An exact amount with its currency, as a language writes it. */
export function moneyText(locale: Locale, amount: string, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits
  }).format(amount as `${number}`);
}
