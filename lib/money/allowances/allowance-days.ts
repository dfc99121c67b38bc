import { dayAfter, daysBetween } from '../../core/calendar/days';
import { textOf, unitsOf } from '../expense-policies/exact';

/** The meals that are deducted where they were provided. */
export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
type Meal = (typeof MEALS)[number];

/** What a company pays for a day at a destination in a time. Amounts and hours are exact decimals. */
export interface AllowanceRate extends Record<Meal, string> {
  id: string;
  destination: string;
  fullDay: string;
  partDay: string;
  /** From so many hours on the first or the last day is a full one; null: it never is. */
  fullFrom: string | null;
  /** From so many hours on it is part of one. */
  partFrom: string;
  /** The same for a trip that begins and ends on one day. */
  oneDayFrom: string;
  /** The first and the last day; null: without end. */
  from: string;
  to: string | null;
}

/** A trip by the clocks where it begins and ends, and the days on which meals were provided. */
export interface AllowanceTrip extends Record<Meal, readonly string[]> {
  destination: string;
  firstDay: string;
  /** `08:30`. */
  departure: string;
  lastDay: string;
  arrival: string;
  /** Whether it goes on from another place, so that its first day began there, at `00:00`. */
  follows?: boolean;
  /** Whether it goes on to another place, so that its last day ends there, at `23:59`. */
  goesOn?: boolean;
}

/** What a day counts as. */
export const EXTENTS = ['full', 'part', 'none'] as const;

/** A day of a trip, with what is paid for it: `base` less `deducted`. */
export interface AllowanceDay extends Record<Meal, boolean> {
  day: string;
  rateId: string;
  /** How many minutes of the day the trip took. */
  minutes: number;
  extent: (typeof EXTENTS)[number];
  base: string;
  /** For the meals, at most `base`. */
  deducted: string;
}

/** The rate of a destination that is in force on a day; undefined if none is. */
const rateOn = (rates: readonly AllowanceRate[], destination: string, day: string): AllowanceRate | undefined =>
  rates.find((one) => isNamed(one, destination) && one.from <= day && (one.to === null || day <= one.to));

const isNamed = ({ destination }: AllowanceRate, name: string) => destination.toLowerCase() === name.toLowerCase();

/** The destinations of rates, each once, in their order: names that differ in case alone are one. */
export const destinationsOf = (rates: readonly AllowanceRate[]): string[] =>
  rates
    .filter((one, at) => rates.findIndex((other) => isNamed(other, one.destination)) === at)
    .map(({ destination }) => destination);

const DAY_MINUTES = 24 * 60;

/** From when to when a day lasts by the clock, for the part of a trip that begins or ends at another part. */
export const WHOLE_DAY = { from: '00:00', to: '23:59' } as const;

/**
 * The days of a trip with what each comes to by the rate of that day (C1.003): days in between are full, the first and
 * the last one by their hours. Or the first day that has no rate.
 */
export function allowanceDays(
  trip: AllowanceTrip,
  rates: readonly AllowanceRate[]
): { ok: true; days: AllowanceDay[] } | { ok: false; without: string } {
  const days: AllowanceDay[] = [];
  const { follows = false, goesOn = false } = trip;
  const last = daysBetween(trip.firstDay, trip.lastDay);
  for (let at = 0; at <= last; at += 1) {
    const day = dayAfter(trip.firstDay, at);
    const rate = rateOn(rates, trip.destination, day);
    if (!rate) return { ok: false, without: day };
    const [isFirst, isLast] = [at === 0 && !follows, at === last && !goesOn];
    const begin = isFirst ? minutesOf(trip.departure) : 0;
    const end = isLast ? minutesOf(trip.arrival) : DAY_MINUTES;
    const isBetween = !isFirst && !isLast;
    days.push(dayOf(trip, { day, rate, minutes: end - begin, isBetween, isOnly: isFirst && isLast }));
  }
  return { ok: true, days };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function dayOf(
  trip: AllowanceTrip,
  {
    day,
    rate,
    minutes,
    isBetween,
    isOnly
  }: {
    day: string;
    rate: AllowanceRate;
    minutes: number;
    isBetween: boolean;
    isOnly: boolean;
  }
): AllowanceDay {
  const lasts = (hours: string) => BigInt(minutes) * unitsOf('1') >= unitsOf(hours) * 60n;
  const counts = minutes > 0 && lasts(isOnly ? rate.oneDayFrom : rate.partFrom);
  const isFull = isBetween || (counts && rate.fullFrom !== null && lasts(rate.fullFrom));
  const extent = isFull ? 'full' : counts ? 'part' : 'none';
  const base = unitsOf({ full: rate.fullDay, part: rate.partDay, none: '0' }[extent]);
  const had = (meal: Meal) => trip[meal].includes(day);
  const meals = MEALS.reduce((sum, meal) => sum + (had(meal) ? unitsOf(rate[meal]) : 0n), 0n);
  const isWhole = meals > base;
  return {
    day,
    rateId: rate.id,
    minutes,
    extent,
    breakfast: had('breakfast'),
    lunch: had('lunch'),
    dinner: had('dinner'),
    base: textOf(base),
    deducted: textOf(isWhole ? base : meals)
  };
}

/** What a day comes to. */
export const amountOfDay = ({ base, deducted }: Pick<AllowanceDay, 'base' | 'deducted'>): string =>
  textOf(unitsOf(base) - unitsOf(deducted));

/** What a trip comes to. */
export const allowanceAmount = (days: readonly AllowanceDay[]): string =>
  textOf(days.reduce((sum, { base, deducted }) => sum + unitsOf(base) - unitsOf(deducted), 0n));
