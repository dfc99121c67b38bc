import { dayFrom, isoOf } from '../../core/calendar/days';
import { textOf, unitsOf } from '../expense-policies/exact';
import { type MileageRate, type Piece, rateOn } from './trip-amount';

/** A trip in the year of its vehicle. Decimals are exact, as texts. */
export interface YearTrip {
  id: string;
  day: string;
  vehicle: string;
  distance: string;
  /** Where it lies in the year; null: it was paid before its vehicle had steps. */
  pieces: readonly Piece[] | null;
  /** Whether its report is still open, so that it may be laid anew. */
  isOpen: boolean;
}

/** The fiscal year, by its first month from 1, in which a day is: its first day, and the first day after it. */
export function fiscalYearOf(day: string, firstMonth: number): { from: string; until: string } {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const begun = month >= firstMonth ? year : year - 1;
  return { from: isoOf(dayFrom(begun, firstMonth, 1)), until: isoOf(dayFrom(begun + 1, firstMonth, 1)) };
}

/** A stretch of the distance of a year, in units of lib/money/expense-policies/exact.ts. */
interface Stretch {
  from: bigint;
  to: bigint;
}

/**
 * Where the open trips of one vehicle lie in the distance of one fiscal year, and what each piece is paid by: in the order
 * of their days they take what decided trips have left free, the lowest first. So no kilometer of the year is paid twice
 * by the same step, in whatever order trips are entered and decided; a trip without a rate on its day gets no pieces.
 */
export function laidOut(trips: readonly YearTrip[], rates: readonly MileageRate[]): Map<string, Piece[]> {
  const taken: Stretch[] = [];
  for (const { isOpen, pieces } of trips) if (!isOpen) for (const piece of pieces ?? []) taken.push(stretchOf(piece));
  const byDay = [...trips].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1));
  for (const { isOpen, pieces, distance } of byDay)
    if (!isOpen && pieces === null) taken.push(...freeIn(taken, unitsOf(distance)));
  const laid = new Map<string, Piece[]>();
  for (const { id, day, vehicle, distance } of byDay.filter(({ isOpen }) => isOpen)) {
    const stretches = freeIn(taken, unitsOf(distance));
    taken.push(...stretches);
    const rate = rateOn(rates, vehicle, day);
    laid.set(id, rate ? stretches.flatMap((stretch) => piecesOf(stretch, rate)) : []);
  }
  return laid;
}

const stretchOf = ({ from, distance }: Piece): Stretch => ({
  from: unitsOf(from),
  to: unitsOf(from) + unitsOf(distance)
});

/** The lowest stretches of a length that nothing has taken. */
function freeIn(taken: readonly Stretch[], length: bigint): Stretch[] {
  const found: Stretch[] = [];
  let [at, left] = [0n, length];
  for (const { from, to } of [...taken].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const free = from - at;
    if (free > 0n && left > 0n) {
      const end = free < left ? from : at + left;
      found.push({ from: at, to: end });
      left -= end - at;
    }
    if (to > at) at = to;
  }
  if (left > 0n) found.push({ from: at, to: at + left });
  return found;
}

/** A stretch by the steps of a rate, each paid by the one that it is in. */
function piecesOf({ from, to }: Stretch, { rate, steps }: MileageRate): Piece[] {
  const bounds = [{ above: '0', rate }, ...steps].map((step, at, all) => ({
    rate: step.rate,
    from: unitsOf(step.above),
    to: all[at + 1] ? unitsOf(all[at + 1]?.above as string) : null
  }));
  return bounds.flatMap((bound) => {
    const begin = from > bound.from ? from : bound.from;
    const end = bound.to === null || to < bound.to ? to : bound.to;
    return begin < end ? [{ from: textOf(begin), distance: textOf(end - begin), rate: bound.rate }] : [];
  });
}
