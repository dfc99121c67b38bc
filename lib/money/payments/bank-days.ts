import { type Day, dayFrom, dayOf, isWeekday, lengthOf, partsOf, weekdayOf } from '../../core/calendar/days';
import type { Scheme } from '../wallet/schema';

/** The first Monday of a month and the like; `nth` counts from 1, and -1 is the last. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  if (nth < 0) {
    const last = dayFrom(year, month, lengthOf(year, month));
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayFrom(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

/** Easter Sunday in the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const rest = h + l - 7 * m + 114;
  return dayFrom(year, Math.floor(rest / 31), (rest % 31) + 1);
}

/** A fixed holiday of the Federal Reserve Banks: one on a Sunday is kept on Monday, one on a Saturday not at all. */
const observed = (day: Day): Day => (weekdayOf(day) === 7 ? day + 1 : day);

/** The days of a year on which the banks of a scheme move no money, besides weekends. */
const HOLIDAYS: Readonly<Record<Scheme, (year: number) => Day[]>> = {
  // The holidays of the Federal Reserve Banks.
  us: (year) => [
    ...[
      dayFrom(year, 1, 1),
      dayFrom(year, 6, 19),
      dayFrom(year, 7, 4),
      dayFrom(year, 11, 11),
      dayFrom(year, 12, 25)
    ].map(observed),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 5, 1, -1),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    nthWeekday(year, 11, 4, 4)
  ],
  // The closing days of T2, the euro's settlement system.
  iban: (year) => [
    ...[dayFrom(year, 1, 1), dayFrom(year, 5, 1), dayFrom(year, 12, 25), dayFrom(year, 12, 26)],
    ...[easter(year) - 2, easter(year) + 1]
  ]
};

/** Whether the banks of a scheme move money on a day. */
export const isBankDay = (scheme: Scheme, day: Day): boolean =>
  isWeekday(day) && !HOLIDAYS[scheme](partsOf(day).year).includes(day);

/** The first day from this one on, itself included, on which the banks of a scheme move money. */
export function bankDayFrom(scheme: Scheme, day: Day): Day {
  let at = day;
  while (!isBankDay(scheme, at)) at += 1;
  return at;
}

/** The last day until this one, itself included, on which the banks of a scheme move money. */
export function bankDayUntil(scheme: Scheme, day: Day): Day {
  let at = day;
  while (!isBankDay(scheme, at)) at -= 1;
  return at;
}

/** Whether a day `2026-02-28` is one on which the banks of a scheme move money. */
export const movesMoneyOn = (scheme: Scheme, day: string): boolean => isBankDay(scheme, dayOf(day));
