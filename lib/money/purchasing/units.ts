const SCALE = 4;

/** An amount in ten-thousandths, which compare and add exactly. */
export function unitsOf(amount: string): bigint {
  const point = amount.indexOf('.');
  if (point < 0) return BigInt(amount + '0'.repeat(SCALE));
  return BigInt(amount.slice(0, point) + amount.slice(point + 1, point + 1 + SCALE).padEnd(SCALE, '0'));
}

/** The same back as an amount with two decimals at least. */
export function amountOf(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  const decimals = digits.slice(-SCALE).replace(/0{1,2}$/, '');
  return `${sign}${digits.slice(0, -SCALE)}.${decimals}`;
}
