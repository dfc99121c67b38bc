import { z } from 'zod';
import { dayIn, instantOf } from '../../../core/calendar/clocks';
import { dayOf } from '../../../core/calendar/days';
import type { Transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { stopSchedule } from './stop-schedule';

const waitingRow = z.strictObject({
  id: z.string(),
  time: z.string(),
  timeZone: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable()
});
type Waiting = z.infer<typeof waitingRow>;

/**
 * Has the schedules run that wait for bookings, because a feed of their issuer has booked transactions: at once, but not
 * before their time of the day. What else is booked until then is in the same report. Those that wait for the feeds of
 * one mapping run after these alone. Part of the transaction that ends the feed (C2.083, issue 18).
 */
export async function scheduleAfterBookings(
  tx: Transaction,
  { issuerId, mappingId }: { issuerId: string; mappingId: string | null }
): Promise<void> {
  const waiting = await readRows(tx, waitingRow)`
    SELECT id, time_of_day AS time, time_zone AS "timeZone", starts_on::text AS "startsOn", ends_on::text AS "endsOn"
    FROM report_schedules
    WHERE issuer_id = ${issuerId}::uuid AND frequency = 'after_bookings' AND next_at IS NULL AND paused_at IS NULL
      AND deleted_at IS NULL AND (feed_mapping_id IS NULL OR feed_mapping_id = ${mappingId}::uuid)
    ORDER BY id FOR UPDATE`;
  const due = waiting.flatMap((schedule) => {
    const at = dueAfter(schedule, now());
    return at ? [{ id: schedule.id, at: at.toISOString() }] : [];
  });
  if (due.length === 0) return;
  await tx.$executeRaw`
    UPDATE report_schedules s SET next_at = d.at
    FROM unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ at }) => at)}::text[]::timestamptz[]) AS d(id, at)
    WHERE s.issuer_id = ${issuerId}::uuid AND s.id = d.id`;
}

/** Pauses the schedules that wait for the feeds of a mapping, in the transaction that deletes it, and tells their owners. */
export async function stopAwaiting(
  tx: Transaction,
  { issuerId, mappingId }: { issuerId: string; mappingId: string }
): Promise<void> {
  const waiting = await tx.reportSchedule.findMany({
    where: { issuerId, feedMappingId: mappingId },
    select: { issuerId: true, id: true }
  });
  for (const schedule of waiting) await stopSchedule(tx, schedule, 'feed');
  await tx.reportSchedule.updateMany({ where: { issuerId, feedMappingId: mappingId }, data: { feedMappingId: null } });
}

/** When a schedule runs after an instant at which something was booked; null: not on the days between its first and last. */
function dueAfter({ time, timeZone, startsOn, endsOn }: Waiting, at: Date): Date | null {
  const today = dayIn(timeZone, at);
  if (today < dayOf(startsOn) || (endsOn !== null && today > dayOf(endsOn))) return null;
  const earliest = instantOf(timeZone, today, time);
  return earliest > at ? earliest : at;
}
