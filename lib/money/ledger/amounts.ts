/** Amounts are integers in ten-thousandths, as in the database, so that sums are exact. */
const DIGITS = 4;

/** Converts an exact decimal of at most four decimals to this integer. */
export function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

/** Formats such an integer with `decimals` decimals, or more if it needs them; with `exactly`, null instead of more. */
export function decimalOf(units: bigint, decimals: number, exactly = false): string | null {
  const digits = (units < 0n ? -units : units).toString().padStart(DIGITS + 1, '0');
  const [whole, all] = [digits.slice(0, -DIGITS), digits.slice(-DIGITS)];
  let needed = DIGITS;
  while (all[needed - 1] === '0') needed--;
  if (exactly && needed > decimals) return null;
  const fraction = all.slice(0, Math.max(needed, decimals));
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}
