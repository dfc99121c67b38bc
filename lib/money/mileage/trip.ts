import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { DISTANCE_UNITS } from './trip-amount';

/** A trip: its distance, and the rate that its amount was worked out by. Decimals are exact, as texts. */
export const tripRow = z.strictObject({
  rateId: z.string(),
  vehicle: z.string(),
  unit: z.enum(DISTANCE_UNITS),
  rate: z.string(),
  perPassenger: z.string(),
  passengers: z.number(),
  distance: z.string(),
  /** The readings, if the distance was measured by them. */
  odometerStart: z.string().nullable(),
  odometerEnd: z.string().nullable()
});

export type Trip = z.infer<typeof tripRow>;

/** The trip `d` of line `l` of an expense report. */
export const TRIP_OF_LINE = Prisma.sql`LEFT JOIN expense_trips d ON (d.issuer_id, d.line_id) = (l.issuer_id, l.id)`;

/** The trip `d` as one column, a `tripRow`; null for a line that is none. */
export const TRIP = Prisma.sql`CASE WHEN d.line_id IS NOT NULL THEN jsonb_build_object(
  'rateId', d.rate_id, 'vehicle', d.vehicle, 'unit', d.unit, 'rate', trim_scale(d.rate)::text,
  'perPassenger', trim_scale(d.per_passenger)::text, 'passengers', d.passengers,
  'distance', trim_scale(d.distance)::text, 'odometerStart', trim_scale(d.odometer_start)::text,
  'odometerEnd', trim_scale(d.odometer_end)::text) END`;

/** Stores the trip of a line, a new one or a changed one. */
export async function storeTrip(tx: Transaction, key: { issuerId: string; lineId: string }, trip: Trip): Promise<void> {
  await tx.expenseTrip.upsert({ where: { issuerId_lineId: key }, create: { ...key, ...trip }, update: trip });
}
