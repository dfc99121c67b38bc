import { minorDigits } from '../../core/entry/currency';

/** Amounts are integers in ten-thousandths, as in the database, so that sums and comparisons are exact. */
const DECIMALS = 4;
/** A conversion rate has up to eight decimals. */
const RATE_DECIMALS = 8;

/** An exact decimal of at most four decimals as this integer. */
export const unitsOf = (text: string): bigint => scaled(text, DECIMALS);

function scaled(text: string, decimals: number): bigint {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text + '0'.repeat(decimals));
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(decimals, '0'));
}

/** Such an integer as an exact decimal. */
export function textOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}

/** A positive amount at a rate, rounded half up to the minor unit of the currency that it becomes. */
export function converted(units: bigint, rate: string, currency: string): bigint {
  const step = 10n ** BigInt(DECIMALS - minorDigits(currency));
  const scale = 10n ** BigInt(RATE_DECIMALS) * step;
  return ((units * scaled(rate, RATE_DECIMALS) * 2n + scale) / (scale * 2n)) * step;
}

/** What several positive amounts come to, each at a rate of at most four decimals, rounded half up once. */
export function convertedSum(parts: readonly { units: bigint; rate: string }[], currency: string): bigint {
  const step = 10n ** BigInt(DECIMALS - minorDigits(currency));
  const scale = 10n ** BigInt(DECIMALS) * step;
  const sum = parts.reduce((total, { units, rate }) => total + units * unitsOf(rate), 0n);
  return ((sum * 2n + scale) / (scale * 2n)) * step;
}

/** Percent of an amount, rounded down to a ten-thousandth. */
export const percentOf = (units: bigint, percent: string): bigint => (units * unitsOf(percent)) / unitsOf('100');

/** The share of one among `count`, rounded up to the minor unit of its currency: what is above a limit stays above it. */
export function shareOf(units: bigint, count: number, currency: string): bigint {
  const step = 10n ** BigInt(DECIMALS - minorDigits(currency));
  const each = BigInt(count) * step;
  return ((units + each - 1n) / each) * step;
}
