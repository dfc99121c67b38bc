import { CURRENCIES } from './data/countries';
import type { Category } from './data/spending';
import type { Chance } from './random';

/** Whole numbers of a currency's smallest unit. */
type Minor = number;

const factor = (currency: string) => 10 ** (CURRENCIES[currency] as { digits: number }).digits;

/** An amount as the database takes it: `-12.50`, `1200`. */
export function written(minor: Minor, currency: string): string {
  const { digits } = CURRENCIES[currency] as { digits: number };
  return (minor / 10 ** digits).toFixed(digits);
}

/**
 * What one of `from` is worth in `to` on a day, as a bank charges it: rates drift over weeks, and the bank
 * takes its part. Rounded to the nine digits that are kept.
 */
export function conversionRate(from: string, to: string, day: number): number {
  if (from === to) return 1;
  const worth = (currency: string) => {
    // Turned by the golden angle, no two currencies move alike.
    const phase = Object.keys(CURRENCIES).indexOf(currency) * 2.4;
    const drift = 0.03 * Math.sin(day / 57 + phase) + 0.012 * Math.sin(day / 11 + 2 * phase);
    return (CURRENCIES[currency] as { perDollar: number }).perDollar * (1 + drift);
  };
  return Math.max(1e-9, Number(((worth(to) / worth(from)) * 1.0125).toFixed(9)));
}

/** An amount of one currency as it is billed in another. */
export function billed(minor: Minor, currency: string, rate: number, accountCurrency: string): Minor {
  if (currency === accountCurrency) return minor;
  const amount = Math.round((minor / factor(currency)) * rate * factor(accountCurrency));
  return amount === 0 ? Math.sign(minor) : amount;
}

/** The tax that an amount contains at a rate in percent. */
export const containedTax = (minor: Minor, percent: number): Minor => Math.round((minor * percent) / (100 + percent));

const SMALL_CHANGE = [0, 0, 0, 0.5, 0.5, 0.9, 0.95, 0.99, 0.2, 0.4, 0.8];

/** An amount of about so many dollars, in a currency, that ends as prices of the category do. */
export function priced(dollars: number, currency: string, ending: Category['ending'], chance: Chance): Minor {
  const { perDollar } = CURRENCIES[currency] as { perDollar: number };
  const value = dollars * perDollar;
  // What a coin is: one for a dollar, a hundred for a yen's hundredth part of one.
  const coin = 10 ** Math.max(0, Math.round(Math.log10(perDollar)));
  const units = factor(currency);
  if (ending === 'exact') return Math.max(1, Math.round(value * units));
  if (ending === 'whole') {
    const step = coin * (value > 100 * coin ? 50 : value > 20 * coin ? 10 : 5);
    return Math.max(step, Math.round(value / step) * step) * units;
  }
  if (coin === 1) return Math.round((Math.max(1, Math.floor(value)) + chance.one(SMALL_CHANGE)) * units);
  const step = coin / 10;
  const round = Math.max(step, Math.round(value / step) * step);
  return Math.max(1, Math.round((chance.happens(0.3) && round >= coin ? round - step / 10 : round) * units));
}
