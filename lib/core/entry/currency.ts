/** Minor units of ISO 4217 that CLDR omits because the coins are out of use: statements still state them. */
const ISO: Readonly<Record<string, number>> = {
  IQD: 3,
  ...Object.fromEntries(
    'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER'.split(' ').map((code) => [code, 2])
  )
};

const digits = new Map<string, number>();

/** How many decimals amounts of a currency have: the minor unit of ISO 4217; 2 for an unknown code. */
export function minorDigits(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    known = ISO[currency] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currency, known);
  }
  return known;
}
