const digits = new Map<string, number>();

/** How many decimals amounts of a currency have: ISO 4217's minor unit, as CLDR has it; 2 for an unknown code. */
export function minorDigits(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    known = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, known);
  }
  return known;
}
