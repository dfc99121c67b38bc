import type { Refusal } from '../../core/entry/refusal';
import { plainHeading } from '../batches/headings';

/** The columns of a file of bookings, with the headings that they have where a template names none. */
export const COLUMNS = {
  booking: 'booking number',
  ticket: 'ticket number',
  traveller: 'traveler',
  employee: 'employee number',
  route: 'route',
  from: 'from',
  to: 'to',
  bookedOn: 'booked on',
  carrier: 'carrier',
  agent: 'agent reference',
  amount: 'amount',
  currency: 'currency',
  costCentre: 'cost center'
} as const;
export type BookingColumn = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as BookingColumn[];

export type Headings = Record<BookingColumn, string>;
type Named = Partial<Record<BookingColumn, string | null>> & { custom?: readonly string[] | null };

/** The most columns that a template names besides. */
export const MOST_CUSTOM = 10;

/** The headings that a template maps its columns to. */
export const headingsOf = (values: Named): Headings =>
  Object.fromEntries(COLUMN_NAMES.map((name) => [name, plainHeading(values[name] ?? COLUMNS[name])])) as Headings;

/** Two columns of one heading can't be told apart. */
export function headingTwice(values: Named): Refusal[] {
  const headings = headingsOf(values);
  const twice = COLUMN_NAMES.find((name, at) =>
    COLUMN_NAMES.slice(0, at).some((earlier) => headings[earlier] === headings[name])
  );
  if (twice) return [{ code: 'import.column.twice', field: twice, params: { value: headings[twice] } }];
  const custom = (values.custom ?? []).map(plainHeading);
  const again = custom.find((one, at) => Object.values(headings).includes(one) || custom.indexOf(one) < at);
  return again === undefined ? [] : [{ code: 'import.column.twice', field: 'custom', params: { value: again } }];
}
