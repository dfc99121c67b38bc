import { dayAfter } from '../../core/calendar/days';
import type { Controls } from './controls';
import { localTime, windowOf } from './local-time';
import { unitsOf } from './units';

/** The later course of an approved authorization. */
export interface Earlier {
  at: Date;
  /** What was approved, less what was reversed. */
  amount: string;
  /** The amount that the merchant has booked; null as long as nothing is. */
  cleared: string | null;
  /** Reversed as a whole: it counts no more. */
  reversed?: boolean;
}

/** What a card has spent, as far as its controls count it; amounts in ten-thousandths. */
export interface Counters {
  /** Of each velocity, in their order, the amount and the number of purchases of its present window. */
  velocities: readonly { spent: bigint; uses: number }[];
  /** Booked amounts, and approved ones that are still held. */
  held: bigint;
  /** Purchases over the card's whole life. */
  uses: number;
  /** The approved amounts, for amounts that are agreed for once. */
  amounts: readonly bigint[];
}

/** The counters of a card that has not been used. */
export const unused = ({ velocities }: Controls): Counters => ({
  velocities: velocities.map(() => ({ spent: 0n, uses: 0 })),
  held: 0n,
  uses: 0,
  amounts: []
});

/**
 * The counters of a card at an instant, from its approved authorizations (C3.017, C3.069). A window is one of the
 * calendar of the card's time zone; a reversal gives back in the window of its authorization. A card check of amount 0
 * does not count.
 */
export function countersOf(controls: Controls, earlier: readonly Earlier[], at: Date): Counters {
  const { timeZone, aging } = controls;
  const counted = earlier
    .filter(({ reversed, amount }) => !reversed && unitsOf(amount) > 0n)
    .map((one) => ({
      ...one,
      day: localTime(one.at, timeZone).day,
      spent: unitsOf(one.cleared ?? one.amount)
    }));
  const { day } = localTime(at, timeZone);
  const isHeld = (one: (typeof counted)[number]) =>
    one.cleared !== null || aging === null || day < dayAfter(one.day, aging.days);
  const sumOf = (some: typeof counted) => some.reduce((sum, { spent }) => sum + spent, 0n);
  return {
    velocities: controls.velocities.map(({ period }) => {
      const window = windowOf(period, day);
      const within = counted.filter((one) => !window || (one.day >= window.from && one.day < window.until));
      return { spent: sumOf(within), uses: within.length };
    }),
    held: sumOf(counted.filter(isHeld)),
    uses: counted.length,
    amounts: counted.map(({ amount }) => unitsOf(amount))
  };
}
