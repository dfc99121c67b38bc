import { daysBetween } from '../../core/calendar/days';
/** What was found for a booking on the central travel accounts. */
export const RESULTS = ['matched', 'several', 'none', 'already'] as const;
export type Result = (typeof RESULTS)[number];

/** By what a charge was found: its text, its amount and day, or the hand of a person. */
export const WAYS = ['ticket', 'booking', 'amount', 'hand'] as const;
type Way = Exclude<(typeof WAYS)[number], 'hand'>;

/** A booking that looks for its charge. Amounts are exact decimals without trailing zeros, days `2027-03-31`. */
export interface Wanted {
  id: string;
  booking: string | null;
  ticket: string | null;
  traveller: string;
  amount: string;
  currency: string;
  /** The day of booking; if unknown, the first day of the trip. */
  day: string | null;
}

/** A charge of a central travel account. */
export interface Charge {
  id: string;
  transactionDate: string;
  amount: string;
  currency: string;
  billedAmount: string;
  billedCurrency: string;
  /** All words that came with it. */
  text: string;
  /** Whether another booking has it. */
  isTaken: boolean;
}

/** What a template says about matching. */
export interface Rule {
  /** How many days a charge may be from its booking. */
  tolerance: number;
  /** Whether amount and day do without the name of the traveller. */
  withoutName: boolean;
}

/** The result of a booking, and the charge if it was matched. */
export interface Match {
  result: Result;
  by: Way | null;
  chargeId: string | null;
}

const NONE: Match = { result: 'none', by: null, chargeId: null };

/**
 * Finds the charges of bookings (C3.037D): by the ticket or booking number in a charge's text; else by amount, currency
 * and a day within the tolerance, together with the traveller's name. A charge is of one booking. Where several remain,
 * or a charge may be of several bookings, a person decides.
 */
export function matchBookings(bookings: readonly Wanted[], charges: readonly Charge[], rule: Rule): Map<string, Match> {
  const taken = new Set(charges.filter(({ isTaken }) => isTaken).map(({ id }) => id));
  const read = charges.map(readCharge);
  const matches = new Map<string, Match>();
  for (const by of ['ticket', 'booking', 'amount'] as const) {
    const waiting = bookings
      .filter(({ id }) => !matches.has(id))
      .map((booking) => ({ booking, found: foundBy(by, booking, read, rule) }));
    const rivals = by === 'amount' ? rivalled(waiting.map(({ found }) => found)) : new Set<string>();
    for (const { booking, found } of waiting) {
      if (found.length === 0) continue;
      const left = likeliest(
        booking,
        found.filter(({ charge }) => !taken.has(charge.id))
      );
      const [only] = left;
      if (!only) matches.set(booking.id, { ...NONE, result: 'already' });
      else if (left.length > 1 || rivals.has(only.charge.id)) matches.set(booking.id, { ...NONE, result: 'several' });
      else {
        taken.add(only.charge.id);
        matches.set(booking.id, { result: 'matched', by, chargeId: only.charge.id });
      }
    }
  }
  return new Map(bookings.map(({ id }) => [id, matches.get(id) ?? NONE]));
}

/** The free charges that a person may choose for a booking: those that fit best first, then the nearest days. */
export function rankCharges<Of extends Charge>(booking: Wanted, charges: readonly Of[]): Of[] {
  const fits = (one: Read<Of>) =>
    [
      hasNumber(one, booking.ticket, 'ticket') || hasNumber(one, booking.booking, 'booking'),
      isEqual(booking, one.charge),
      names(one, booking.traveller)
    ].filter(Boolean).length;
  return charges
    .filter(({ isTaken }) => !isTaken)
    .map((charge) => readCharge(charge))
    .map((one) => ({ one, fits: fits(one), days: daysFrom(booking.day, one.charge) ?? Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => b.fits - a.fits || a.days - b.days || (a.one.charge.id < b.one.charge.id ? -1 : 1))
    .map(({ one }) => one.charge);
}

/** A charge with its text as it is compared. */
interface Read<Of extends Charge = Charge> {
  charge: Of;
  text: string;
  words: ReadonlySet<string>;
}

function readCharge<Of extends Charge>(charge: Of): Read<Of> {
  const text = plain(charge.text);
  return { charge, text, words: new Set(wordsOf(text)) };
}

function foundBy(by: Way, booking: Wanted, charges: readonly Read[], { tolerance, withoutName }: Rule): Read[] {
  if (by !== 'amount') return charges.filter((one) => hasNumber(one, booking[by], by));
  return charges.filter((one) => {
    const days = daysFrom(booking.day, one.charge);
    if (days === null || days > tolerance || !isEqual(booking, one.charge)) return false;
    return withoutName || names(one, booking.traveller);
  });
}

/** The charges that were found for more than one booking. */
function rivalled(found: readonly (readonly Read[])[]): Set<string> {
  const ids = found.flatMap((charges) => charges.map(({ charge }) => charge.id));
  return new Set(ids.filter((id, at) => ids.indexOf(id) < at));
}

/** Of several charges those of the booking's amount, and of these those that name the traveller, if there are any. */
function likeliest(booking: Wanted, charges: readonly Read[]): readonly Read[] {
  const narrowed = (among: readonly Read[], fits: (one: Read) => boolean) => {
    const fitting = among.length > 1 ? among.filter(fits) : [];
    return fitting.length > 0 ? fitting : among;
  };
  const equal = narrowed(charges, ({ charge }) => isEqual(booking, charge));
  return narrowed(equal, (one) => names(one, booking.traveller));
}

const isEqual = ({ amount, currency }: Wanted, charge: Charge): boolean =>
  (charge.amount === amount && charge.currency === currency) ||
  (charge.billedAmount === amount && charge.billedCurrency === currency);

const daysFrom = (day: string | null, { transactionDate }: Charge): number | null =>
  day === null ? null : Math.abs(daysBetween(transactionDate, day));

/** Shorter numbers stand in texts by chance. */
const SHORTEST = 5;

/** Whether a number stands in the text of a charge, alone: a ticket's with the code of its airline too. */
function hasNumber({ text }: Read, number: string | null, of: 'ticket' | 'booking'): boolean {
  const signs = plain(number ?? '').replace(/[^A-Z0-9]/g, '');
  if (signs.length < SHORTEST) return false;
  const around = of === 'ticket' && /^\d{10}$/.test(signs) ? { before: '(?:\\d{3}[ .-]?)?', after: '\\d?' } : null;
  const body = [...signs].join('[ ./-]?');
  return new RegExp(`(?<![A-Z0-9])${around?.before ?? ''}${body}${around?.after ?? ''}(?![A-Z0-9])`).test(text);
}

const TITLES = new Set(['MR', 'MRS', 'MS', 'MISS', 'DR', 'PROF']);

/** Whether the text of a charge has every part of a name; an initial is enough for all but one. */
function names({ words }: Read, traveller: string): boolean {
  const parts = wordsOf(plain(traveller)).filter((part) => !TITLES.has(part));
  const isWhole = (part: string) => part.length > 1 && words.has(part);
  return parts.some(isWhole) && parts.every((part) => words.has(part) || words.has(part.charAt(0)));
}

/**
 * Whether an agency's name of a traveller is a person's: `HOLM/SOFIA MS` is Sofia Holm. All of its parts are the person's,
 * with the last name and the first of the first names among them; initials are not enough, as the person is shown more.
 */
export function isOf(traveller: string, names: { first: string; last: string }): boolean {
  const parts = partsOfName(traveller);
  const [first, last] = [wordsOf(plain(names.first)), wordsOf(plain(names.last))];
  const needed = [...first.slice(0, 1), ...last];
  return (
    needed.length > 1 &&
    needed.every((part) => parts.includes(part)) &&
    parts.every((part) => [...first, ...last].includes(part))
  );
}

/** The parts of an agency's name of a traveller, without titles. */
export const partsOfName = (traveller: string): string[] =>
  wordsOf(plain(traveller)).filter((part) => !TITLES.has(part));

/** Capitals without accents, as card schemes write texts. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
