'use client';

import { readNumber } from '@/lib/core/entry/typed-number';
import type { Locale } from '@/lib/core/language/locales';
import { distanceBetween, type MileageRate, rateOn, tripAmount } from '@/lib/money/mileage/trip-amount';
import { tripFormula } from '@/lib/money/mileage/trip-formula';
import { fiscalYearOf, laidOut, type YearTrip } from '@/lib/money/mileage/year-distance';
import { formatsOf } from '../ui/formats';
import { TypedAmount } from './typed-amount';

interface Props {
  rates: readonly MileageRate[];
  currency: string;
  locale: Locale;
  /** The first month of the fiscal year, and the owner's other trips, which say in which step of its year a trip is. */
  year: { firstMonth: number; driven: readonly YearTrip[] };
  /** `none` has `{vehicle}` and `{date}` in it. */
  texts: Record<'amount' | 'none', string>;
}

/** What the trip in the form comes to, while it is typed. */
export const TripAmount = (props: Props) => <TypedAmount words={(form) => wordsOf(form, props)} />;

function wordsOf(form: FormData, { rates, currency, locale, year, texts }: Props): string {
  const typed = (name: string) => String(form.get(name) ?? '').trim();
  const number = (name: string) => readNumber(typed(name), locale);
  const { date, distance: written, money, rate } = formatsOf(locale, 'UTC');
  const [vehicle, day] = [typed('vehicle'), typed('spentOn')];
  if (!vehicle || !day) return '';
  const found = rateOn(rates, vehicle, day);
  if (!found) return texts.none.replace('{vehicle}', vehicle).replace('{date}', date(day));
  const distance = distanceIn(typed('measure'), number);
  const pieces = piecesIn(year, rates, { day, vehicle, distance: distance ?? '0' });
  const driven = { ...found, distance: distance ?? '0', passengers: Number(number('passengers')) || 0, pieces };
  if (distance === null) return `${written('1', found.unit)} × ${rate(found.rate, currency)}`;
  const format = { distance: written, money, rate };
  return `${texts.amount}: ${tripFormula(driven, tripAmount(driven, currency), currency, format)}`;
}

/** The pieces of a trip among the others of its vehicle's year; null if the vehicle has no steps. */
function piecesIn(
  { firstMonth, driven }: Props['year'],
  rates: readonly MileageRate[],
  trip: Pick<YearTrip, 'day' | 'vehicle' | 'distance'>
) {
  const isSame = (one: { vehicle: string }) => one.vehicle.toLowerCase() === trip.vehicle.toLowerCase();
  if (!rates.some((one) => isSame(one) && one.steps.length > 0)) return null;
  const { from, until } = fiscalYearOf(trip.day, firstMonth);
  const others = driven.filter((one) => isSame(one) && one.day >= from && one.day < until);
  // It comes after the others of its day, as one that is added does.
  const id = '~';
  return laidOut([...others, { ...trip, id, pieces: null, isOpen: true }], rates).get(id) ?? null;
}

const EXACT = /^\d{1,7}(\.\d)?$/;

/** The distance that the form says; null until it says one. */
function distanceIn(measure: string, number: (name: string) => string): string | null {
  if (measure !== 'odometer') return EXACT.test(number('distance')) ? number('distance') : null;
  const [start, end] = [number('odometerStart'), number('odometerEnd')];
  if (!EXACT.test(start) || !EXACT.test(end)) return null;
  return Number(start) < Number(end) ? distanceBetween(start, end) : null;
}
