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
  const { day } = localTime(at, timeZone);
  // Approved on this day or before, it is held no more.
  const released = aging === null ? null : dayAfter(day, -aging.days);
  const windows = controls.velocities.map(({ period }) => windowOf(period, day));
  const velocities = windows.map(() => ({ spent: 0n, uses: 0 }));
  const amounts: bigint[] = [];
  let held = 0n;
  for (const one of earlier) {
    const approved = unitsOf(one.amount);
    if (one.reversed || approved <= 0n) continue;
    amounts.push(approved);
    const spent = one.cleared === null ? approved : unitsOf(one.cleared);
    const { day: on } = localTime(one.at, timeZone);
    if (one.cleared !== null || released === null || on > released) held += spent;
    for (const [place, velocity] of velocities.entries()) {
      const window = windows[place];
      if (window && (on < window.from || on >= window.until)) continue;
      velocity.spent += spent;
      velocity.uses += 1;
    }
  }
  return { velocities, held, uses: amounts.length, amounts };
}
