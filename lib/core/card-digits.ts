/** The digit that completes `digits` by the Luhn formula (ISO/IEC 7812-1, annex B). */
export function checkDigit(digits: string): string {
  let sum = 0;
  // From the right every other digit counts double, the last one first.
  for (let place = digits.length - 1, double = true; place >= 0; place--, double = !double) {
    const digit = digits.charCodeAt(place) - 48;
    sum += double ? digit * 2 - (digit > 4 ? 9 : 0) : digit;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether `digits` is 12 to 19 digits that end with their check digit (C5.030, C9.009). */
export function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** Digits that may have a card's number among them. Amounts have points too: between those only its groups count. */
const RUNS = /\d(?:[ -]?\d){12,}|\d{4}([._])\d{4}\1\d{4}\1\d{4}|\d{4}([._])\d{6}\2\d{5}/g;

/**
 * A text in which card numbers are masked: what a file says of a merchant, or its name, may have the
 * card's number in it (C9.009).
 */
export const withoutCardNumbers = (text: string): string =>
  text.length < 13 ? text : text.replace(RUNS, (run) => maskedRun(run));

/** Digits in groups, of which some together can be a card number. */
function maskedRun(run: string): string {
  const parts = run.split(/([ ._-])/);
  for (let from = 0; from < parts.length; from += 2)
    for (let to = parts.length; to > from; to -= 2) {
      const digits = parts.slice(from, to).join('').replace(/\D/g, '');
      if (digits.length < 13) break;
      // The first digits of cards' issuers (ISO/IEC 7812-1).
      if (/^[2-6]/.test(digits) && isCardNumber(digits))
        return `${parts.slice(0, from).join('')}••••${digits.slice(-4)}${withoutCardNumbers(parts.slice(to).join(''))}`;
    }
  return run;
}
