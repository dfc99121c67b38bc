import type { AllowanceTrip } from './allowance-days';

/** From when to when a trip was, as the reader's language writes days: `10 Mar 2026, 08:00 – 12 Mar 2026, 17:30`. */
export const tripTime = (
  { firstDay, departure, lastDay, arrival }: Omit<AllowanceTrip, 'destination' | 'breakfast' | 'lunch' | 'dinner'>,
  { date }: { date(day: string): string }
): string => `${date(firstDay)}, ${departure} – ${date(lastDay)}, ${arrival}`;
