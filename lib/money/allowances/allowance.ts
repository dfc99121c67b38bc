import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { type AllowanceDay, type AllowanceTrip, EXTENTS } from './allowance-days';

const dayRow = z.strictObject({
  day: z.string(),
  rateId: z.string(),
  minutes: z.number(),
  extent: z.enum(EXTENTS),
  breakfast: z.boolean(),
  lunch: z.boolean(),
  dinner: z.boolean(),
  base: z.string(),
  deducted: z.string()
});

/** The trip of an allowance and what was paid for each of its days. Decimals are exact, as texts. */
export const allowanceRow = z.strictObject({
  firstDay: z.string(),
  departure: z.string(),
  lastDay: z.string(),
  arrival: z.string(),
  follows: z.boolean(),
  goesOn: z.boolean(),
  days: z.array(dayRow)
});

export type Allowance = z.infer<typeof allowanceRow>;

/** The allowance `w` of line `l` of an expense report. */
export const ALLOWANCE_OF_LINE = Prisma.sql`
  LEFT JOIN expense_allowances w ON (w.issuer_id, w.line_id) = (l.issuer_id, l.id)`;

/** The allowance `w` as one column, an `allowanceRow`; null for a line that is none. */
export const ALLOWANCE = Prisma.sql`CASE WHEN w.line_id IS NOT NULL THEN jsonb_build_object(
  'firstDay', w.starts_at::date::text, 'departure', to_char(w.starts_at, 'HH24:MI'),
  'lastDay', w.ends_at::date::text, 'arrival', to_char(w.ends_at, 'HH24:MI'),
  'follows', w.follows, 'goesOn', w.goes_on, 'days', (
    SELECT jsonb_agg(jsonb_build_object(
      'day', y.day::text, 'rateId', y.rate_id, 'minutes', y.minutes, 'extent', y.extent, 'breakfast', y.breakfast,
      'lunch', y.lunch, 'dinner', y.dinner, 'base', trim_scale(y.base)::text, 'deducted', trim_scale(y.deducted)::text
    ) ORDER BY y.day)
    FROM expense_allowance_days y WHERE (y.issuer_id, y.line_id) = (w.issuer_id, w.line_id))) END`;

/** Stores the allowance of a line, a new one or a changed one. */
export async function storeAllowance(
  tx: Transaction,
  { issuerId, lineId }: { issuerId: string; lineId: string },
  trip: AllowanceTrip,
  days: readonly AllowanceDay[]
): Promise<void> {
  await tx.$executeRaw`DELETE FROM expense_allowances WHERE (issuer_id, line_id) = (${issuerId}::uuid, ${lineId}::uuid)`;
  await tx.$executeRaw`
    INSERT INTO expense_allowances (issuer_id, line_id, starts_at, ends_at, follows, goes_on)
    VALUES (${issuerId}::uuid, ${lineId}::uuid, ${startOf(trip)}::timestamp, ${endOf(trip)}::timestamp,
      ${trip.follows ?? false}, ${trip.goesOn ?? false})`;
  await tx.$executeRaw`
    INSERT INTO expense_allowance_days
      (issuer_id, line_id, day, rate_id, minutes, extent, breakfast, lunch, dinner, base, deducted)
    SELECT ${issuerId}::uuid, ${lineId}::uuid, y.day, y."rateId", y.minutes, y.extent, y.breakfast, y.lunch, y.dinner,
      y.base, y.deducted
    FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS y (day date, "rateId" uuid, minutes smallint, extent text,
      breakfast boolean, lunch boolean, dinner boolean, base numeric, deducted numeric)`;
}

const startOf = ({ firstDay, departure }: AllowanceTrip) => `${firstDay} ${departure}`;
const endOf = ({ lastDay, arrival }: AllowanceTrip) => `${lastDay} ${arrival}`;

/** Whether the allowance `w` is for a part of a trip's time. */
export const isInTimeOf = (trip: AllowanceTrip): Prisma.Sql =>
  Prisma.sql`(w.starts_at < ${endOf(trip)}::timestamp AND w.ends_at > ${startOf(trip)}::timestamp)`;
