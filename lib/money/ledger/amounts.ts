/** Amounts are counted in ten-thousandths, as the database keeps them: whole numbers, so that sums are exact. */
const DIGITS = 4;

/** An exact decimal of at most four decimals as a whole number. */
export function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

/** Such a number with `decimals` decimals, or as many more as it takes; null where `exactly` so many don't hold it. */
export function decimalOf(units: bigint, decimals: number, exactly = false): string | null {
  const digits = (units < 0n ? -units : units).toString().padStart(DIGITS + 1, '0');
  const [whole, all] = [digits.slice(0, -DIGITS), digits.slice(-DIGITS)];
  let needed = DIGITS;
  while (all[needed - 1] === '0') needed--;
  if (exactly && needed > decimals) return null;
  const fraction = all.slice(0, Math.max(needed, decimals));
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}
