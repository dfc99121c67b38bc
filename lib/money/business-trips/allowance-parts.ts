import { daysBetween } from '../../core/calendar/days';
import {
  type AllowanceRate,
  type AllowanceTrip,
  allowanceAmount,
  allowanceDays,
  WHOLE_DAY
} from '../allowances/allowance-days';
import type { TripDay } from './schema';
import type { BusinessTrip } from './trips';

type Timed = Pick<BusinessTrip, 'firstDay' | 'departure' | 'lastDay' | 'arrival'>;

/**
 * The parts of a trip that are one day allowance each: days in a row at one destination. A part whose first or last day
 * isn't the trip's has that day whole, since its owner was away on the day before or after it.
 */
export function allowanceParts(
  { firstDay, departure, lastDay, arrival }: Timed,
  days: readonly TripDay[]
): AllowanceTrip[] {
  const parts: TripDay[][] = [];
  for (const day of days) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    const isNext = before && daysBetween(before.day, day.day) === 1;
    if (part && isNext && before.destination === day.destination) part.push(day);
    else parts.push([day]);
  }
  return parts.map((part) => {
    const [from, to] = [part.at(0) as TripDay, part.at(-1) as TripDay];
    const [follows, goesOn] = [from.day > firstDay, to.day < lastDay];
    const had = (meal: 'breakfast' | 'lunch' | 'dinner') => part.filter((one) => one[meal]).map(({ day }) => day);
    return {
      destination: from.destination,
      firstDay: from.day,
      lastDay: to.day,
      follows,
      goesOn,
      departure: follows ? WHOLE_DAY.from : departure,
      arrival: goesOn ? WHOLE_DAY.to : arrival,
      breakfast: had('breakfast'),
      lunch: had('lunch'),
      dinner: had('dinner')
    };
  });
}

/** What the days of a trip come to by the rates of their destinations; a part without a rate comes to nothing. */
export function allowancesOf(trip: Timed, days: readonly TripDay[], rates: readonly AllowanceRate[]) {
  return allowanceParts(trip, days).map((part) => {
    const found = allowanceDays(part, rates);
    return { part, days: found.ok ? found.days : [], amount: found.ok ? allowanceAmount(found.days) : null };
  });
}
