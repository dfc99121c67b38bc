/** The decimal places that amounts are stored with. */
const PLACES = 4;

/** The exact sum of amounts in decimal notation, such as "-12.5", in the same notation. */
export function exactSum(amounts: readonly string[]): string {
  const units = amounts.reduce((sum, amount) => {
    const [whole = '0', part = ''] = amount.split('.');
    return sum + BigInt(whole + part.padEnd(PLACES, '0'));
  }, BigInt(0));
  const digits = String(units)
    .replace('-', '')
    .padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return units < 0 ? `-${text}` : text || '0';
}
