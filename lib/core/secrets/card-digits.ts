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

/** Ids and digests: digits among their letters are no card's number. */
const IDS = '(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})(?![0-9a-z])';
/** A space of any width, a dash of any kind, or an invisible character; a line break separates two numbers. */
const GAP = String.raw`[^\S\r\n\t\v\f]|\p{Pd}|\p{Cf}|\u2212`;
/** Digits that may have a card's number among them. Amounts have points too: between those only its groups count. */
const RUNS = String.raw`\+?\d(?:(?:${GAP}){0,3}\d){12,}|\d{4}([._/])\d{4}\1\d{4}\1\d{4}|\d{4}([._/])\d{6}\2\d{5}`;
const SOUGHT = new RegExp(`${IDS}|${RUNS}`, 'giu');
const LETTER = /[a-f]/i;

/**
 * The first digits of cards' issuers, with the lengths that their cards have (ISO/IEC 7812-1); 99, for national use, begins
 * the virtual cards of the processor in the box.
 */
const ISSUED = /^(?:2\d{15,18}|3\d{13,18}|[456]\d{12,18}|99\d{14})$/;
/** A telephone number has 15 digits at most (E.164). */
const LONGEST_PHONE = 15;

/**
 * A text with masked card numbers: a merchant's data or a file's name can contain one (C9.009). Only digits with the
 * length, first digit and check digit of a card number count.
 */
export function withoutCardNumbers(text: string): string {
  if (text.length < 13) return text;
  const plain = withPlainDigits(text);
  const masked = plain.replace(SOUGHT, (run) => (LETTER.test(run) || isPhone(run) ? run : maskedRun(run)));
  return masked === plain ? text : masked;
}

/** Whether a text has a card number in it (C9.009). */
export const hasCardNumber = (text: string): boolean => withoutCardNumbers(text) !== text;

const isPhone = (run: string) => run.startsWith('+') && run.replace(/\D/g, '').length <= LONGEST_PHONE;

/** Digits of any script as ASCII digits: a person reads `４５３９` as 4539. */
export const withPlainDigits = (text: string) =>
  // Nearly every text has none other.
  /^\p{ASCII}*$/u.test(text) ? text : text.replace(/[^\P{Nd}0-9]/gu, plainDigit);

/** The scripts have their ten digits in a row, several such rows being neighbours at times. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** Digits in groups, of which some together can be a card number. Takes time in proportion to the length of the run. */
function maskedRun(run: string): string {
  const parts = run.split(/(\D+)/);
  let masked = '';
  for (let from = 0; from < parts.length; ) {
    const card = cardFrom(parts, from);
    if (card) masked += `••••${card.digits.slice(-4)}`;
    const next = card ? card.end : from + 1;
    masked += `${card ? '' : parts[from]}${parts[next] ?? ''}`;
    from = next + 1;
  }
  return masked;
}

const LONGEST_CARD = 19;

/** The longest card number that begins with a group of digits, and where the groups that make it end. */
function cardFrom(parts: readonly string[], from: number): { digits: string; end: number } | undefined {
  let cardNumber: { digits: string; end: number } | undefined;
  let digits = '';
  for (let at = from; at < parts.length; at += 2) {
    digits += parts[at];
    if (digits.length > LONGEST_CARD) break;
    if (ISSUED.test(digits) && isCardNumber(digits)) cardNumber = { digits, end: at + 1 };
  }
  return cardNumber;
}
