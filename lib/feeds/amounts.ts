/** Amounts are counted in ten-thousandths: no currency has finer ones, and no sum loses any. */
const DECIMALS = 4;
const MOST_DIGITS = 15;

/**
 * An amount as files write it: with a mark or implied decimals, grouped, negative by a sign before or after it,
 * brackets or CR. Null where it is none.
 */
export function readAmount(text: string, mark: '.' | ',', implied: number | null): bigint | null {
  let rest = text.trim();
  const negative = /^-|^\(.*\)$|-$|CR$/i.test(rest);
  rest = rest.replace(/^\(|\)$|CR$|DR$|[\s+$€£¥\u00A0\u202F']/gi, '').replace(/^-|-$/, '');
  rest = mark === '.' ? rest.replaceAll(',', '') : rest.replaceAll('.', '').replace(',', '.');
  const [, whole = '', decimals = ''] = /^(\d*)(?:\.(\d*))?$/.exec(rest) ?? [];
  if (whole === '' && decimals === '') return null;
  const digits = implied !== null && !rest.includes('.') ? shifted(whole, implied) : scaled(whole, decimals);
  if (digits === null || digits.length > MOST_DIGITS + DECIMALS) return null;
  const amount = BigInt(digits);
  return negative ? -amount : amount;
}

/** Digits without a mark, the last `implied` of which are decimals. */
const shifted = (digits: string, implied: number) => trimmed(digits + '0'.repeat(DECIMALS - implied));

function scaled(whole: string, decimals: string): string | null {
  const kept = decimals.replace(/0+$/, '');
  return kept.length > DECIMALS ? null : trimmed(whole + kept.padEnd(DECIMALS, '0'));
}

const trimmed = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** An amount as the database takes it. */
export function amountText(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMALS + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** What one of a currency is worth in another, by two amounts, to nine decimals; null where one of them is none. */
export function rateBetween(amount: bigint, billed: bigint): string | null {
  if (amount === 0n || billed === 0n) return null;
  const rate = ((billed < 0n ? -billed : billed) * 1_000_000_000n) / (amount < 0n ? -amount : amount);
  if (rate === 0n) return null;
  const digits = rate.toString().padStart(10, '0');
  return digits.length > 19 ? null : `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
