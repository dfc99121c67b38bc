import type { Principal } from '@/lib/access/policy/principal';
import { dayAfter, daysBetween } from '@/lib/core/calendar/days';
import type { Translate } from '@/lib/core/language/texts';
import { MEALS } from '@/lib/money/allowances/allowance-days';
import { destinationsOffered } from '@/lib/money/business-trips/destinations';
import { businessTripSchema, type TripDay } from '@/lib/money/business-trips/schema';
import type { BusinessTrip } from '@/lib/money/business-trips/trips';
import { textOf } from '../addresses';
import { accountOptions } from '../expense-reports/report-fields';
import { constrained } from '../ui/constrained';
import type { FieldOption, FieldSpec, FieldValues } from '../ui/field-spec';
import type { Formats } from '../ui/formats';

/** What a new trip offers besides: the reader's card accounts, and the destinations with a day allowance. */
interface Offer {
  accounts: FieldOption[];
  destinations: readonly string[];
}

/** What a reader is offered for a new trip. */
export async function headOffer(principal: Principal): Promise<Offer> {
  const [accounts, destinations] = await Promise.all([accountOptions(principal), destinationsOffered(principal)]);
  return { accounts, destinations };
}

const half = true as const;

/** The fields of a trip's head; those of an `offer` are asked for a new one alone. */
export const headFields = (t: Translate, offer: Offer | null): FieldSpec[] =>
  constrained(businessTripSchema, [
    { name: 'name', label: t('business.trip.name'), hint: t('business.trip.name.hint'), kind: 'text' },
    { name: 'destinations', label: t('business.trip.destinations'), kind: 'text', half },
    ...(offer && offer.destinations.length > 0
      ? [
          {
            name: 'allowance',
            label: t('business.trip.allowance'),
            kind: 'select' as const,
            half,
            hint: t('business.trip.allowance.hint'),
            options: named(offer.destinations)
          }
        ]
      : []),
    { name: 'purpose', label: t('transaction.purpose'), kind: 'text' },
    { name: 'firstDay', label: t('allowance.first.day'), kind: 'date', half },
    { name: 'departure', label: t('allowance.departure'), kind: 'time', half },
    { name: 'lastDay', label: t('allowance.last.day'), kind: 'date', half },
    { name: 'arrival', label: t('allowance.arrival'), kind: 'time', half },
    ...(offer
      ? [
          {
            name: 'accountId',
            label: t('transaction.account'),
            kind: 'select' as const,
            options: offer.accounts
          }
        ]
      : [])
  ]);

const named = (destinations: readonly string[]): FieldOption[] =>
  destinations.map((name) => ({ value: name, label: name }));

/** The days of a trip, each `2026-02-28`. */
const daysAmong = ({ firstDay, lastDay }: BusinessTrip): string[] =>
  Array.from({ length: daysBetween(firstDay, lastDay) + 1 }, (_, at) => dayAfter(firstDay, at));

interface Reader {
  t: Translate;
  format: Formats;
}

/** For each day of a trip where its allowance is for, and which meals were provided. */
export const dayFields = ({ t, format }: Reader, trip: BusinessTrip, destinations: readonly string[]): FieldSpec[] =>
  daysAmong(trip).flatMap((day): FieldSpec[] => [
    {
      name: `place-${day}`,
      label: t('allowance.destination'),
      kind: 'select',
      group: format.date(day),
      half,
      options: named(destinations)
    },
    {
      name: `meals-${day}`,
      label: t('allowance.meals'),
      kind: 'multi-select',
      group: format.date(day),
      half,
      inRow: true,
      options: MEALS.map((meal) => ({ value: meal, label: t(`allowance.${meal}`) }))
    }
  ]);

/** What the fields of the days show. */
export const dayValues = (days: readonly TripDay[]): FieldValues =>
  Object.fromEntries(
    days.flatMap((one) => [
      [`place-${one.day}`, one.destination],
      [`meals-${one.day}`, MEALS.filter((meal) => one[meal])]
    ])
  );

/** The days of a form that have an allowance. */
export const daysIn = (trip: BusinessTrip, form: FormData): TripDay[] =>
  daysAmong(trip).flatMap((day) => {
    const destination = textOf(form, `place-${day}`).trim();
    const had = form.getAll(`meals-${day}`);
    return destination
      ? [
          {
            day,
            destination,
            breakfast: had.includes('breakfast'),
            lunch: had.includes('lunch'),
            dinner: had.includes('dinner')
          }
        ]
      : [];
  });
