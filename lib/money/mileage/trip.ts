import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf } from '../../core/database/rows';
import { DISTANCE_UNITS, type Piece } from './trip-amount';

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
  odometerEnd: z.string().nullable(),
  /** Its places in the year of its vehicle; null: it was paid by its rate alone. */
  pieces: jsonOf<Piece[]>().nullable()
});

export type Trip = z.infer<typeof tripRow>;

/** The trip `d` of line `l` of an expense report. */
export const TRIP_OF_LINE = Prisma.sql`LEFT JOIN expense_trips d ON (d.issuer_id, d.line_id) = (l.issuer_id, l.id)`;

/** The trip `d` as one column, a `tripRow`; null for a line that is none. */
export const TRIP = Prisma.sql`CASE WHEN d.line_id IS NOT NULL THEN jsonb_build_object(
  'rateId', d.rate_id, 'vehicle', d.vehicle, 'unit', d.unit, 'rate', trim_scale(d.rate)::text,
  'perPassenger', trim_scale(d.per_passenger)::text, 'passengers', d.passengers,
  'distance', trim_scale(d.distance)::text, 'odometerStart', trim_scale(d.odometer_start)::text,
  'odometerEnd', trim_scale(d.odometer_end)::text, 'pieces', d.pieces) END`;

/** Stores the trip of a line, a new one or a changed one. */
export async function storeTrip(
  tx: Transaction,
  key: { issuerId: string; lineId: string },
  { pieces, ...trip }: Trip
): Promise<void> {
  const data = { ...trip, pieces: pieces?.map((piece) => ({ ...piece })) ?? Prisma.DbNull };
  await tx.expenseTrip.upsert({ where: { issuerId_lineId: key }, create: { ...key, ...data }, update: data });
}

/** Gives trips, by the ids of their lines, other places in the year. */
export async function movePieces(
  tx: Transaction,
  issuerId: string,
  moved: readonly { id: string; pieces: readonly Piece[] }[]
): Promise<void> {
  await tx.$executeRaw`
    UPDATE expense_trips d SET pieces = m.pieces
    FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS m (id uuid, pieces jsonb)
    WHERE d.issuer_id = ${issuerId}::uuid AND d.line_id = m.id`;
}
