/** Amounts are integers in ten-thousandths, because no currency has finer units and sums stay exact. */
const DECIMALS = 4;
const MOST_DIGITS = 15;
/** The maximum length of an amount's text. */
const LONGEST = 60;

/** The characters allowed before and after the digits: signs, brackets, a currency sign, CR and DR. */
const AROUND = /^([-+\u2212($€£¥\s]*)(.*?)([-+\u2212)$€£¥\s]*(?:[CD]R)?)$/i;
const POSITIVE = ['', '+', 'DR'];
const NEGATIVE = ['-', '()', 'CR', '(-)', '-CR', '()CR'];
/** The pattern of most amounts. */
const PLAIN = {
  '.': /^(?<negative>-?)(?<whole>\d+)(?:\.(?<decimals>\d*))?$/,
  ',': /^(?<negative>-?)(?<whole>\d+)(?:,(?<decimals>\d*))?$/
};
/**
 * Digits may be grouped by one separator, the last three together. If the mark is a point, `12,50` is not 1250 but an
 * amount in another notation.
 */
const BODIES = {
  '.': /^(\d{1,3}([,\s'’])(?:\d{2,3}\2)*\d{3}|\d*)(?:\.(\d*))?$/,
  ',': /^(\d{1,3}([.\s'’])(?:\d{2,3}\2)*\d{3}|\d*)(?:,(\d*))?$/
};

/**
 * Parses an amount from a file: with a decimal mark or implied decimals, grouped, and negative by a leading or trailing
 * sign, brackets or CR. Null if it isn't an amount.
 */
export function readAmount(text: string, mark: '.' | ',', implied: number | null): bigint | null {
  const written = PLAIN[mark].exec(text)?.groups ?? inWords(text.trim(), mark);
  if (!written) return null;
  const { negative, whole = '', decimals } = written;
  if (whole === '' && !decimals) return null;
  const digits = implied !== null && decimals === undefined ? shifted(whole, implied) : scaled(whole, decimals ?? '');
  if (digits === null || digits.length > MOST_DIGITS + DECIMALS) return null;
  const amount = BigInt(digits);
  return negative ? -amount : amount;
}

/** Splits an amount that contains more than digits, a mark and a sign. */
function inWords(text: string, mark: '.' | ',') {
  if (text.length > LONGEST) return null;
  const [, before = '', body = '', after = ''] = AROUND.exec(text) ?? [];
  const signs = `${before}${after}`
    .replace(/[$€£¥\s]/g, '')
    .replace('\u2212', '-')
    .toUpperCase();
  const negative = NEGATIVE.includes(signs);
  if (!negative && !POSITIVE.includes(signs)) return null;
  const [, grouped = '', , decimals] = BODIES[mark].exec(body) ?? [];
  return { negative, whole: grouped.replace(/\D/g, ''), decimals };
}

/** Digits without a mark, with `implied` decimals. */
const shifted = (digits: string, implied: number) => trimmed(digits + '0'.repeat(DECIMALS - implied));

function scaled(whole: string, decimals: string): string | null {
  const kept = decimals.replace(/0+$/, '');
  return kept.length > DECIMALS ? null : trimmed(whole + kept.padEnd(DECIMALS, '0'));
}

const trimmed = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Formats an amount for the database. */
export function amountText(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMALS + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/**
 * The exchange rate between two amounts, to nine decimals; null if an amount or the rate is zero, or the rate is too
 * long.
 */
export function rateBetween(amount: bigint, billed: bigint): string | null {
  if (amount === 0n) return null;
  const rate = ((billed < 0n ? -billed : billed) * 1_000_000_000n) / (amount < 0n ? -amount : amount);
  if (rate === 0n) return null;
  const digits = rate.toString().padStart(10, '0');
  return digits.length > 19 ? null : `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
