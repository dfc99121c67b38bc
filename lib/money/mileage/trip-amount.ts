import { convertedSum, textOf, unitsOf } from '../expense-policies/exact';

/** The units of distance that rates are for. */
export const DISTANCE_UNITS = ['kilometer', 'mile'] as const;
export type DistanceUnit = (typeof DISTANCE_UNITS)[number];

/** What a company pays for a vehicle in a time. Amounts are exact decimals. */
export interface MileageRate {
  id: string;
  vehicle: string;
  unit: DistanceUnit;
  rate: string;
  /** What each passenger adds to the rate. */
  perPassenger: string;
  /** What is paid beyond a distance in the fiscal year, by rising distance; none: the same for all of it. */
  steps: readonly { above: string; rate: string }[];
  /** The first and the last day; null: open. */
  from: string | null;
  to: string | null;
}

/** A piece of a trip: where it begins in the distance of its vehicle's year, how long it is, and its rate. */
export interface Piece {
  from: string;
  distance: string;
  rate: string;
}

/** What an amount is worked out from. */
export type Driven = Pick<MileageRate, 'rate' | 'perPassenger'> & {
  distance: string;
  passengers: number;
  /** Of a vehicle with steps; else all of the distance is paid by `rate`. */
  pieces?: readonly Piece[] | null;
};

/** The rate of a vehicle that is in force on a day; undefined if none is. */
export const rateOn = (rates: readonly MileageRate[], vehicle: string, day: string): MileageRate | undefined =>
  rates.find(
    (one) => isNamed(one, vehicle) && (one.from === null || one.from <= day) && (one.to === null || day <= one.to)
  );

/** The vehicles of rates, each once, in their order: names that differ in case alone are one. */
export const vehiclesOf = (rates: readonly MileageRate[]): string[] =>
  rates.filter((one, at) => rates.findIndex((other) => isNamed(other, one.vehicle)) === at).map((one) => one.vehicle);

const isNamed = ({ vehicle }: MileageRate, name: string) => vehicle.toLowerCase() === name.toLowerCase();

/** The distances of a trip with what each is paid by, those of one rate together. */
export function paidBy({ distance, rate, pieces }: Driven): { distance: string; rate: string }[] {
  const found = new Map<string, bigint>();
  for (const piece of pieces?.length ? pieces : [{ distance, rate }])
    found.set(piece.rate, (found.get(piece.rate) ?? 0n) + unitsOf(piece.distance));
  return [...found].map(([paid, units]) => ({ distance: textOf(units), rate: paid }));
}

/**
 * Distance times rate, to which each passenger adds (C1.003), over the steps of the year: exact, and rounded half up
 * once, to the minor unit of the currency.
 */
export function tripAmount(driven: Driven, currency: string): string {
  const added = unitsOf(driven.perPassenger) * BigInt(driven.passengers);
  const parts = paidBy(driven).map(({ distance, rate }) => ({
    units: unitsOf(distance),
    rate: textOf(unitsOf(rate) + added)
  }));
  return textOf(convertedSum(parts, currency));
}

/** The distance between two readings of an odometer. */
export const distanceBetween = (start: string, end: string): string => textOf(unitsOf(end) - unitsOf(start));

/** A mile in millionths of a kilometer (international yard and pound agreement of 1959). */
const MILE = 1_609_344n;

/** How far a trip was in kilometers, an exact decimal of at most four decimals. */
export const kilometersOf = ({ distance, unit }: { distance: string; unit: DistanceUnit }): string =>
  unit === 'kilometer' ? distance : textOf((unitsOf(distance) * MILE) / 1_000_000n);
