import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import type { BusinessTrip } from './trips';

type Key = Pick<BusinessTrip, 'issuerId' | 'id'>;

const dayRow = z.strictObject({
  day: z.string(),
  destination: z.string(),
  breakfast: z.boolean(),
  lunch: z.boolean(),
  dinner: z.boolean()
});

/** The days of a trip for which an allowance is asked, in their order. */
export const daysOfTrip = ({ issuerId, id }: Key, tx: Transaction = database()): Promise<z.infer<typeof dayRow>[]> =>
  readRows(tx, dayRow)`
    SELECT d.day::text AS day, d.destination, d.breakfast, d.lunch, d.dinner FROM business_trip_days d
    WHERE d.issuer_id = ${issuerId}::uuid AND d.trip_id = ${id}::uuid ORDER BY d.day`;

const driveRow = z.strictObject({
  id: z.string(),
  spentOn: z.string(),
  vehicle: z.string(),
  route: z.string(),
  distance: z.string(),
  odometerStart: z.string().nullable(),
  odometerEnd: z.string().nullable(),
  passengers: z.number(),
  description: z.string()
});

/** What was driven on a trip in one's own vehicle. Decimals are exact, as texts. */
export type Drive = z.infer<typeof driveRow>;

/** The drives of a trip, by day. */
export const drivesOfTrip = ({ issuerId, id }: Key, tx: Transaction = database()): Promise<Drive[]> =>
  readRows(tx, driveRow)`
    SELECT v.id, v.day::text AS "spentOn", v.vehicle, v.route, trim_scale(v.distance)::text AS distance,
      trim_scale(v.odometer_start)::text AS "odometerStart", trim_scale(v.odometer_end)::text AS "odometerEnd",
      v.passengers::int AS passengers, v.description
    FROM business_trip_drives v
    WHERE v.issuer_id = ${issuerId}::uuid AND v.trip_id = ${id}::uuid ORDER BY v.day, v.added_at, v.id`;
